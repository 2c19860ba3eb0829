package lua

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"koth/bot"
	"koth/game"
)

// dialectOf returns how a game talks to bots in Lua.
func dialectOf(s bot.Seating) (game.ScriptDialect, error) {
	scripted, ok := s.Game.(game.LuaScripted)
	if !ok {
		return nil, fmt.Errorf("%s has no bots in Lua", s.Game.Info().Name)
	}
	return scripted.Lua(s.Seat), nil
}

// maxName bounds the name of a file inside Lua, in bytes: longer ones are cut in messages.
const maxName = 50

// shortName is what a bot's file is called inside Lua: the last part of its path.
func shortName(path string) string {
	name := filepath.Base(path)
	return strings.ToValidUTF8(name[max(0, len(name)-maxName):], "")
}

// script returns what Lua is to compile: the source without a byte order mark, and without a first
// line that begins with '#' (for a shell), whose end stays so that lines keep their numbers.
func script(source []byte) []byte {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	if bytes.HasPrefix(source, []byte("#")) {
		if end := bytes.IndexByte(source, '\n'); end >= 0 {
			return source[end:]
		}
		return nil
	}
	return source
}

// What Lua puts before a message: the line of the bot's file behind its name, or that of the prelude.
var (
	place        = regexp.MustCompile(`^:\d+: `)
	preludePlace = regexp.MustCompile(`^prelude:\d+: `)
)

// located is the text of an error with its place in the bot's file: Lua's own, "name:12: " at its
// beginning, with the path for the name, or else the line where it was raised; 0 if that is not
// known. Texts can be anything.
func located(text, name, path string, line int) string {
	if rest, ok := strings.CutPrefix(text, name); ok && place.MatchString(rest) {
		return path + rest
	}
	text = preludePlace.ReplaceAllString(text, "")
	if line == 0 {
		return path + ": " + text
	}
	return fmt.Sprintf("%s:%d: %s", path, line, text)
}
