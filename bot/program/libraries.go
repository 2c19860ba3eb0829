package program

import (
	"debug/elf"
	"os"
	"path/filepath"
	"strings"
)

// libraries returns the folders in which an executable looks for its libraries beside those of the
// system, as far as they exist. What is no such file has none.
//
// Only a program that its user named may have them shown: another's could name any folder.
func libraries(path string) []string {
	f, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	var folders []string
	for _, tag := range []elf.DynTag{elf.DT_RUNPATH, elf.DT_RPATH} {
		values, _ := f.DynString(tag) // an error is that there are none
		for _, value := range values {
			for _, folder := range filepath.SplitList(value) {
				folder = strings.NewReplacer("$ORIGIN", filepath.Dir(path), "${ORIGIN}", filepath.Dir(path)).Replace(folder)
				if st, err := os.Stat(folder); err == nil && st.IsDir() && filepath.IsAbs(folder) {
					folders = append(folders, folder)
				}
			}
		}
	}
	return folders
}
