package program

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
)

// manifest is bot.toml.
type manifest struct {
	Command  any               `toml:"command"` // a string, or a list of words
	Build    any               `toml:"build"`   // a script for sh, a list of words, or "" for no build
	Language string            `toml:"language"`
	Name     string            `toml:"name"`
	Env      map[string]string `toml:"env"`
	Protocol string            `toml:"protocol"`
	Quirks   []string          `toml:"quirks"`
}

var manifestKeys = []string{"build", "command", "env", "language", "name", "protocol", "quirks"}

// maxWord bounds names and the like in bot.toml, in bytes.
const maxWord = 64

// readManifest reads bot.toml.
func (d *Description) readManifest() error {
	text, err := readDescription(d.Dir, ManifestFile)
	if err != nil {
		return err
	}
	m, err := parseManifest(text)
	if err == nil {
		err = d.apply(m)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(d.Path, ManifestFile), err)
	}
	return nil
}

func parseManifest(text string) (manifest, error) {
	var m manifest
	meta, err := toml.Decode(text, &m)
	var wrong toml.ParseError
	switch {
	case errors.As(err, &wrong):
		return manifest{}, fmt.Errorf("line %d: %s", wrong.Position.Line, wrong.Message)
	case err != nil:
		return manifest{}, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return manifest{}, fmt.Errorf("unknown key %.60q (have %s)", unknown[0].String(), strings.Join(manifestKeys, ", "))
	}
	return m, m.check()
}

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (m *manifest) check() error {
	for key, word := range map[string]string{"language": m.Language, "name": m.Name, "protocol": m.Protocol} {
		if len(word) > maxWord || strings.ContainsFunc(word, unicode.IsControl) {
			return fmt.Errorf("%s %.80q: want at most %d bytes and no control characters", key, word, maxWord)
		}
	}
	for name, value := range m.Env {
		if !envName.MatchString(name) || strings.ContainsRune(value, 0) {
			return fmt.Errorf("env: %.60q cannot be an environment variable", name)
		}
	}
	for _, q := range m.Quirks {
		if len(q) > maxWord || strings.ContainsFunc(q, unicode.IsControl) {
			return fmt.Errorf("quirks: %.80q is none", q)
		}
	}
	return nil
}

// apply takes over what the manifest says.
func (d *Description) apply(m manifest) error {
	var err error
	if m.Command != nil {
		if d.Command, err = wordsOf("command", m.Command, Words); err != nil {
			return err
		}
	}
	if m.Build == "" {
		d.Build = []string{} // and no Makefile either
	} else if m.Build != nil {
		script := func(text string) ([]string, error) { return shell(text), checkWords([]string{"sh", firstLine(text)}) }
		if d.Build, err = wordsOf("build", m.Build, script); err != nil {
			return err
		}
	}
	if m.Name != "" {
		d.Name = m.Name
	}
	for name, value := range m.Env {
		d.Env = append(d.Env, name+"="+value)
	}
	slices.Sort(d.Env)
	d.Language, d.Protocol, d.Quirks = m.Language, m.Protocol, m.Quirks
	if d.Command == nil {
		return d.useLanguage()
	}
	return nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.ReplaceAll(line, "\t", " ")
}

// wordsOf reads a string, by parse, or a list of words.
func wordsOf(key string, value any, parse func(string) ([]string, error)) ([]string, error) {
	var words []string
	var err error
	switch v := value.(type) {
	case string:
		words, err = parse(v)
	case []any:
		for _, e := range v {
			word, ok := e.(string)
			if !ok {
				return nil, fmt.Errorf("%s: %v is not a string", key, e)
			}
			words = append(words, word)
		}
		err = checkWords(words)
	default:
		return nil, fmt.Errorf("%s: want a string or a list of strings", key)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	return words, nil
}

// useLanguage finds what there is to run or build in a folder whose manifest names no command.
func (d *Description) useLanguage() error {
	if d.Language == "" {
		return errors.New("it has neither a command nor a language: write how the bot is started, such as command = \"python3 bot.py\"")
	}
	entries := languagesNamed(d.Language)
	if len(entries) == 0 {
		return fmt.Errorf("unknown language %.60q, so a command is needed (without one: %s)", d.Language, strings.Join(languageNames(), ", "))
	}
	d.Language = entries[0].name
	var extensions []string
	for _, l := range entries {
		extensions = append(extensions, l.extensions...)
	}
	for _, e := range extensions {
		names, err := filepath.Glob(filepath.Join(globQuote(d.Dir), "*"+e))
		if err != nil {
			return err
		}
		for _, name := range names {
			if base := filepath.Base(name); !strings.HasPrefix(base, ".") && !strings.HasSuffix(base, "_test.go") {
				d.Sources = append(d.Sources, base)
			}
		}
	}
	if len(d.Sources) == 0 || len(d.Sources) > 1 && !entries[0].together {
		return fmt.Errorf("%d files of language %s here, so a command is needed", len(d.Sources), d.Language)
	}
	return nil
}

// globQuote makes a pattern of a path that stands for it alone.
func globQuote(path string) string {
	return regexp.MustCompile(`[*?\[\\]`).ReplaceAllString(path, `\$0`)
}
