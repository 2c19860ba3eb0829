package program

import (
	"context"
	"regexp"
	"strings"
)

// Each build starts with an empty cache of the compiler's, for what one bot's build writes no
// other's may read. So that not every bot in Go has to wait until the standard library is compiled,
// that is done once by itself, with no bot's files, and shown to builds to read.

// goPackages are those of the standard library that bots use, with all that they need themselves.
// Others are compiled where a bot imports them.
const goPackages = "bufio bytes cmp container/heap container/list container/ring context encoding/binary encoding/json " +
	"errors flag fmt hash/fnv io iter log maps math math/big math/bits math/cmplx math/rand math/rand/v2 os regexp runtime/debug " +
	"slices sort strconv strings sync sync/atomic text/tabwriter time unicode unicode/utf8"

// goLibraryScript builds them as far as this version of Go has them. The cache is what comes of it.
const goLibraryScript = `export GOCACHE=/tmp/bot
go build $(go list -e -f '{{if not .Error}}{{.ImportPath}}{{end}}' ` + goPackages + `)`

// goBuild is in the text of a build that compiles Go.
var goBuild = regexp.MustCompile(`\bgo (build|install|run|test)\b`)

// goLibrary returns the folder with Go's standard library, as the compiler's cache has it.
func (c *Cache) goLibrary(ctx context.Context) (string, error) {
	words := shell(goLibraryScript)
	program, err := find(words[0])
	if err != nil {
		return "", err
	}
	b := &build{title: "Go's standard library, once for all bots in Go", words: words, program: program, files: &folder{}}
	b.findTools(strings.Join(words, " "))
	return c.obtain(ctx, b)
}
