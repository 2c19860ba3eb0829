package gametest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// plainStd are the packages of the standard library that rules may use: none of them knows a
// clock, a file, the network, a process or another goroutine.
var plainStd = []string{
	"bytes", "cmp", "container/heap", "container/list", "embed", "encoding/binary", "encoding/hex", "encoding/json",
	"errors", "fmt", "iter", "maps", "math", "math/bits", "math/rand/v2", "slices", "sort", "strconv", "strings",
	"unicode", "unicode/utf8",
}

// plainRand are the names of math/rand/v2 that draw nothing from a generator of the whole program.
var plainRand = []string{"New", "NewPCG", "PCG", "Rand", "Source"}

// Pure reads the Go files of a game's folder and all below it, except tests, and returns an error
// if they import anything but package game, the game's own packages and plain parts of the
// standard library, start a goroutine, print, or draw from the program's random generator.
func Pure(dir, name string) error {
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		return pureFile(path, name)
	})
	if err == nil && files == 0 {
		return fmt.Errorf("no Go files in %s", dir)
	}
	return err
}

func pureFile(path, name string) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		own := "koth/games/" + name
		if imported != "koth/game" && !strings.HasPrefix(imported, own+"/") && !slices.Contains(plainStd, imported) {
			return fmt.Errorf("%s imports %s: rules import only koth/game and plain std", set.Position(spec.Pos()), imported)
		}
		if spec.Name != nil && spec.Name.Name != "_" {
			return fmt.Errorf("%s renames an import, which hides what is used of it", set.Position(spec.Pos()))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if what := impurity(n); what != "" && err == nil {
			err = fmt.Errorf("%s: rules may not use %s", set.Position(n.Pos()), what)
		}
		return err == nil
	})
	return err
}

// impurity names what is wrong with a piece of code, "" if nothing is.
func impurity(n ast.Node) string {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "goroutines"
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "print" || f.Name == "println") {
			return f.Name
		}
	case *ast.SelectorExpr:
		pkg, ok := n.X.(*ast.Ident)
		switch {
		case !ok:
		case pkg.Name == "rand" && !slices.Contains(plainRand, n.Sel.Name):
			return "rand." + n.Sel.Name
		case pkg.Name == "fmt" && strings.HasPrefix(n.Sel.Name, "Print"):
			return "fmt." + n.Sel.Name
		}
	}
	return ""
}
