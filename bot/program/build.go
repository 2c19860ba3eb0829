package program

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"koth/sandbox"
)

// What a build may use.
const (
	buildTime      = 10 * time.Minute
	buildMemory    = 4 << 30 // bytes, files in its /tmp included
	buildTmp       = 1 << 30 // bytes
	buildProcesses = 512
	buildTail      = 8 << 10 // bytes of its output that are kept
	buildLines     = 6       // lines of them that an error shows
)

// Cache holds what has been built, by content: the bot's files, the command that builds them and
// the tools that it names. Any number of koth processes may use one folder at a time.
type Cache struct {
	Dir    string            // "" is DefaultCache
	Notify func(text string) // is told what is about to be built, which takes time; may be nil
}

// cacheVariable overrides where the cache is.
const cacheVariable = "KOTH_CACHE"

// DefaultCache returns the folder of the cache: KOTH_CACHE, or koth in the user's own.
func DefaultCache() (string, error) {
	if dir := os.Getenv(cacheVariable); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no place for what is built (%v): set %s to a folder", err, cacheVariable)
	}
	return filepath.Join(dir, "koth"), nil
}

// Build returns a folder with the bot's files and what its build made of them. The build runs once
// for the same files, command and tools; its folder must not be written to.
func (c *Cache) Build(ctx context.Context, d Description, words []string) (dir string, err error) {
	b, err := newBuild(d, words)
	if err != nil {
		return "", err
	}
	defer b.files.close()
	return c.obtain(ctx, b)
}

// obtain returns the folder of what a build makes, and builds it if it is not there.
func (c *Cache) obtain(ctx context.Context, b *build) (dir string, err error) {
	key, err := b.key()
	if err != nil {
		return "", err
	}
	base := c.Dir
	if base == "" {
		if base, err = DefaultCache(); err != nil {
			return "", err
		}
	}
	base = filepath.Join(base, "builds")
	final := filepath.Join(base, key)
	if _, err := os.Stat(final); err == nil {
		now := time.Now()
		os.Chtimes(final, now, now) // so that prune keeps it; refused where another user has built it
		return final, nil
	}
	if b.usesGo {
		if b.stdlib, err = c.goLibrary(ctx); err != nil {
			return "", err
		}
	}
	if c.Notify != nil {
		c.Notify("building " + b.title)
	}
	if err := os.MkdirAll(base, 0o755); err != nil {
		return "", fmt.Errorf("no place for what is built (%s names another): %w", cacheVariable, err)
	}
	c.prune(base)
	made, err := os.MkdirTemp(base, unfinished)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(made) // nothing, once it has its name
	if err := b.run(ctx, made); err != nil {
		return "", err
	}
	if err := os.Chmod(made, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(made, final); err != nil {
		if _, there := os.Stat(final); there != nil { // else somebody else has built the same
			return "", err
		}
	}
	return final, nil
}

// unfinished begins the names of folders that are being filled.
const unfinished = "unfinished-"

// How long the cache keeps what is not used.
const (
	keepBuilt      = 60 * 24 * time.Hour
	keepUnfinished = 24 * time.Hour
)

// prune removes what has not been used for a long time. What cannot be removed stays.
func (c *Cache) prune(base string) {
	entries, err := os.ReadDir(base)
	if err != nil {
		return
	}
	for _, e := range entries {
		keep := keepBuilt
		if strings.HasPrefix(e.Name(), unfinished) {
			keep = keepUnfinished
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keep {
			os.RemoveAll(filepath.Join(base, e.Name()))
		}
	}
}

// build is one bot's build.
type build struct {
	title   string // for messages
	words   []string
	program sandbox.Program // that words begin with
	tools   []tool          // that the build names
	missing []string        // tools that it names and that are not here
	files   *folder
	usesGo  bool   // it is to be shown Go's standard library
	stdlib  string // that library's folder, built; "" for none
}

type tool struct {
	name string
	sandbox.Program
}

func newBuild(d Description, words []string) (*build, error) {
	program, err := find(words[0])
	if err != nil {
		if d.Build == nil {
			return nil, err
		}
		return nil, fmt.Errorf("its build %w", err)
	}
	files, err := openFolder(d)
	if err != nil {
		return nil, err
	}
	b := &build{words: words, program: program, files: files}
	b.title = fmt.Sprintf("%s (%s)", d.Name, b.said())
	text := strings.Join(words, " ")
	if words[0] == "make" {
		for _, name := range []string{"Makefile", "makefile", "GNUmakefile"} {
			text += "\n" + readHead(filepath.Join(d.Dir, name), maxDescription)
		}
	}
	b.findTools(text)
	b.usesGo = goBuild.MatchString(text)
	return b, nil
}

var toolWord = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+]*`)

// findTools looks for the compilers and the like that a build's text names.
func (b *build) findTools(text string) {
	words := toolWord.FindAllString(text, -1)
	for name := range packages {
		if !slices.Contains(words, name) {
			continue
		}
		if p, err := find(name); err == nil {
			b.tools = append(b.tools, tool{name, p})
		} else {
			b.missing = append(b.missing, name)
		}
	}
	slices.SortFunc(b.tools, func(x, y tool) int { return strings.Compare(x.name, y.name) })
	slices.Sort(b.missing)
}

// said is the build in a word.
func (b *build) said() string {
	if b.words[0] == "sh" {
		return "its own commands"
	}
	return b.words[0]
}

// key is the name of what comes of the build. Another version of a tool is another file.
func (b *build) key() (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "1 %s %s %q\n", runtime.GOOS, runtime.GOARCH, b.words)
	for _, t := range append([]tool{{b.words[0], b.program}}, b.tools...) {
		st, err := os.Stat(t.Path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%q %d %d\n", t.Path, st.Size(), st.ModTime().UnixNano())
	}
	if err := b.files.digest(sum); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// The script that runs in the confined child: the bot's files come in as an archive, the build's
// output goes to standard error, and the whole folder goes out as an archive. So the build writes
// nowhere but in its own /tmp.
const buildScript = `mkdir /tmp/bot && cd /tmp/bot && tar -xof - || exit 99
[ -z "$KOTH_GO_LIBRARY" ] || { cp -rs "$KOTH_GO_LIBRARY" "$GOCACHE"; rm -f "$GOCACHE/trim.txt"; date +%s >"$GOCACHE/trim.txt"; }
exec 3>&1 1>&2 </dev/null
"$@" 3>&- || exit
exec tar -cf - . >&3`

// buildEnvironment keeps Go from looking for what is not there.
var buildEnvironment = []string{
	"CGO_ENABLED=0", "GOCACHE=/tmp/go-build", "GOFLAGS=-buildvcs=false", "GOPROXY=off", "GOTOOLCHAIN=local", "GOTELEMETRY=off", "GO111MODULE=auto",
}

// run builds, and puts what comes of it into dir.
func (b *build) run(ctx context.Context, dir string) error {
	if tier, err := sandbox.ChildTier(); err != nil {
		return err
	} else if tier != sandbox.TierFull {
		return errors.New("cannot be built confined on this machine, which allows no namespaces (koth doctor says more): build it by hand, and write build = \"\" into its " + ManifestFile)
	}
	shell, err := find("sh")
	if err != nil {
		return err
	}
	if _, err := find("tar"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	var pipes [3][2]*os.File // read, write
	for i := range pipes {
		if pipes[i][0], pipes[i][1], err = os.Pipe(); err != nil {
			return err
		}
		defer pipes[i][0].Close()
		defer pipes[i][1].Close()
	}
	child, err := sandbox.Child(sandbox.ChildConfig{
		Path: shell.Path, Args: append([]string{"sh", "-c", buildScript, "sh", b.program.Path}, b.words[1:]...),
		Env: append([]string{"KOTH_GO_LIBRARY=" + b.stdlib}, buildEnvironment...), ReadOnly: b.visible(),
		Stdin: pipes[0][0], Stdout: pipes[1][1], Stderr: pipes[2][1],
		Memory: buildMemory, Tmp: buildTmp, Processes: buildProcesses, Files: 1024,
	})
	if err != nil {
		return err
	}
	for _, f := range []*os.File{pipes[0][0], pipes[1][1], pipes[2][1]} {
		f.Close()
	}
	var said tail
	var packed, unpacked error
	var streams sync.WaitGroup
	streams.Go(func() {
		packed = b.files.pack(pipes[0][1])
		pipes[0][1].Close()
	})
	streams.Go(func() {
		if unpacked = unpack(pipes[1][0], dir); unpacked != nil {
			child.Kill() // nobody reads the rest
		}
	})
	streams.Go(func() { io.Copy(&said, pipes[2][0]) })
	stop := context.AfterFunc(ctx, func() { child.Kill() })
	end := child.Wait()
	streams.Wait()
	stop()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("its build (%s) took more than %v", b.said(), buildTime)
	case ctx.Err() != nil:
		return ctx.Err()
	case end.Kind == sandbox.EndExited && end.Code != 0 || end.Kind != sandbox.EndExited && unpacked == nil:
		return b.failed(end, said.lines())
	case unpacked != nil:
		return unpacked
	}
	return packed
}

// furtherFiles are where some tools keep more than in their prefix and the system's folders.
var furtherFiles = map[string][]string{"ghc": {"/var/lib/ghc"}} // Debian's package database

// visible is what the build has to see: the tools it names, where they are not the system's or lie
// outside of the folders that are in PATH.
func (b *build) visible() []string {
	var list []string
	for _, t := range append([]tool{{b.words[0], b.program}}, b.tools...) {
		list = append(list, t.Prefixes...)
		for _, name := range furtherFiles[t.name] {
			if _, err := os.Stat(name); err == nil {
				list = append(list, name)
			}
		}
		if bin := filepath.Dir(t.Path); filepath.Base(bin) == "bin" && !slices.Contains([]string{"/usr/local/bin", "/usr/bin", "/bin"}, bin) {
			list = append(list, filepath.Dir(bin))
		}
	}
	if b.stdlib != "" {
		list = append(list, b.stdlib)
	}
	return distinct(list)
}

func (b *build) failed(end sandbox.End, lines []string) error {
	text := fmt.Sprintf("its build (%s) %v", b.said(), end)
	if len(b.missing) > 0 {
		text += fmt.Sprintf("; %s is not installed here%s", b.missing[0], install(b.missing[0]))
	}
	if len(lines) > 0 {
		text += ": " + strings.Join(lines, " | ")
	}
	return errors.New(text)
}

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if over := len(t.text) - buildTail; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// lines returns the last lines.
func (t *tail) lines() []string {
	var lines []string
	for line := range strings.Lines(string(t.text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-buildLines):]
}
