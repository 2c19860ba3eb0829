package native

import (
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"koth/bot/internal/say"
)

// describe says in one line what a bot panicked with and where: "boom (koth/bots/greedy.go:12)".
// It must be called by the deferred function that recovered.
func describe(v any) string {
	text := say.Cut(say.OneLine(strings.ToValidUTF8(fmt.Sprint(v), " ")), maxText)
	if place := culprit(); place != "" {
		text += " (" + place + ")"
	}
	return text
}

// culprit returns the bot's line that panicked: of the frames between the panic and this package,
// the innermost one of the package that this package called, so that a panic in a library shows
// the line that called it. The file is named as the package's, not as it lay where it was built.
func culprit() string {
	pcs := make([]uintptr, 64)
	pcs = pcs[:runtime.Callers(3, pcs)] // without Callers, culprit and describe
	var frames []runtime.Frame
	for it := runtime.CallersFrames(pcs); ; {
		f, more := it.Next()
		if frames = append(frames, f); !more {
			break
		}
	}
	called := -1 // the frame that this package called
	for i, f := range frames {
		if i > 0 && isOurs(f.Function) {
			called = i - 1
			break
		}
	}
	if called < 0 {
		return ""
	}
	pkg := packageOf(frames[called].Function)
	for _, f := range frames[1 : called+1] {
		if packageOf(f.Function) == pkg {
			return fmt.Sprintf("%s:%d", path.Join(pkg, filepath.Base(f.File)), f.Line)
		}
	}
	return ""
}

// isOurs tells whether a function is one that asks bots.
func isOurs(function string) bool {
	return strings.HasSuffix(function, "native.(*player).act") || strings.HasSuffix(function, "native.(*player).constructed")
}

// packageOf returns the import path of "koth/bots/x.(*Bot).Act".
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + name
}

// maxText bounds what is kept of a panic's text, in bytes.
const maxText = 200
