package program

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"koth/bot"
)

// JSONLines is how bot.toml names the protocol that every game speaks (docs/protocol.md).
const JSONLines = "json"

// Gomocup is the name of the protocol of external gomoku brains.
const Gomocup = "gomocup"

// Resolve returns the command that starts the program, complete: what has to be built is built (or
// found in the cache), its interpreter is found. protocols are the text protocols of the game, as
// game.Texted has them; nil for none. Errors begin with the bot's path and say what to do.
func (d Description) Resolve(ctx context.Context, cache *Cache, protocols []string) (*bot.Command, error) {
	c, err := d.resolve(ctx, cache, protocols)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Path, err)
	}
	return c, nil
}

func (d Description) resolve(ctx context.Context, cache *Cache, protocols []string) (*bot.Command, error) {
	c := &bot.Command{Dir: d.Dir, Language: d.Language, Quirks: d.Quirks}
	var err error
	if c.Protocol, err = d.protocol(protocols); err != nil {
		return nil, err
	}
	words := d.Command
	var visible []string
	if words == nil {
		if words, visible, err = d.useSources(ctx, cache, c); err != nil {
			return nil, err
		}
	} else if len(d.Build) > 0 {
		if c.Dir, err = cache.Build(ctx, d, d.Build); err != nil {
			return nil, err
		}
	}
	r, err := resolve(words, c.Dir, false)
	if err != nil {
		return nil, err
	}
	c.Args = append(r.args, words[1:]...)
	c.ReadOnly = distinct(append(visible, r.readOnly...))
	if c.Language == "" {
		c.Language = r.language
	}
	if c.Language == "python" {
		c.Env = append(c.Env, Repeatable)
	}
	c.Env = append(c.Env, d.Env...)
	return c, nil
}

// Repeatable is an environment variable that makes the order of sets in Python the same in every process.
const Repeatable = "PYTHONHASHSEED=0"

// useSources runs the source of a known language, or builds it first. visible is what the program
// has to see beside c.Dir.
func (d Description) useSources(ctx context.Context, cache *Cache, c *bot.Command) (words, visible []string, err error) {
	lang, _ := languageOf(d.Sources[0])
	if lang.build == nil {
		if d.File != "" {
			visible = []string{d.File}
		}
		return append(slices.Clone(lang.run), d.Sources...), visible, nil
	}
	words = d.Build
	if len(words) == 0 {
		sources := make([]string, len(d.Sources))
		for i, s := range d.Sources {
			sources[i] = "./" + filepath.Base(s)
		}
		if lang.name == "go" && d.Dir != "" && exists(d.Dir, "go.mod") {
			sources = []string{"."}
		}
		words = lang.build(sources)
	}
	if c.Dir, err = cache.Build(ctx, d, words); err != nil {
		return nil, nil, err
	}
	if lang.start != nil {
		return lang.start(d.Sources[0]), nil, nil
	}
	return []string{"./" + builtName}, nil, nil
}

// protocol says what the program talks, as bot.Command has it.
func (d Description) protocol(protocols []string) (string, error) {
	switch {
	case d.Protocol == JSONLines:
		return "", nil
	case d.Protocol == "" && d.Original && len(protocols) > 0:
		return protocols[0], nil
	case d.Protocol == "" || slices.Contains(protocols, d.Protocol):
		return d.Protocol, nil
	}
	have := []string{JSONLines}
	for _, p := range protocols {
		if p != "" {
			have = append(have, p)
		}
	}
	return "", fmt.Errorf("this game does not speak the protocol %.60q (have %s)", d.Protocol, strings.Join(have, ", "))
}

func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Brain returns the description and the command of an external Gomocup brain from what its user
// wrote after brain: on the command line, with the quirks that stand before the colon. Files that it
// names are those of the working folder.
func Brain(text string, quirks, protocols []string) (Description, *bot.Command, error) {
	d := Description{Path: "brain:" + text, Protocol: Gomocup, Quirks: quirks}
	fail := func(err error) (Description, *bot.Command, error) {
		return Description{}, nil, fmt.Errorf("brain:%s: %w", text, err)
	}
	protocol, err := d.protocol(protocols)
	if err != nil {
		return fail(err)
	}
	words, err := Words(text)
	if err != nil {
		return fail(err)
	}
	c := &bot.Command{Protocol: protocol, Quirks: quirks}
	main := words[0]
	for i, w := range words {
		isFile := w != "" && w[0] != '-' && exists("", w) && (i > 0 || strings.ContainsRune(w, filepath.Separator))
		if !isFile {
			continue
		}
		if words[i], err = filepath.Abs(w); err != nil {
			return fail(err)
		}
		if c.Dir == "" && (i == 0 || filepath.Base(words[0]) == words[0] || byProgram(words[0]) != "") {
			c.Dir, main = filepath.Dir(words[i]), words[i] // what the brain reads lies beside it
		} else {
			c.ReadOnly = append(c.ReadOnly, words[i])
		}
	}
	r, err := resolve(words, c.Dir, true)
	if err != nil {
		return fail(err)
	}
	c.Args = append(r.args, words[1:]...)
	c.Language = r.language
	for _, p := range r.readOnly {
		if p != c.Dir && p != main {
			c.ReadOnly = append(c.ReadOnly, p)
		}
	}
	c.ReadOnly = distinct(c.ReadOnly)
	d.Name = strings.TrimPrefix(strings.TrimSuffix(baseName(main), filepath.Ext(main)), "pbrain-")
	d.Dir, d.Command, d.Language = c.Dir, words, c.Language
	return d, c, nil
}
