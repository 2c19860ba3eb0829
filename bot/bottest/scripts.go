package bottest

import (
	"embed"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"koth/bot"
	"koth/game"
)

//go:embed javascript/*.js lua/*.lua
var scripts embed.FS

// JavaScript returns the bot in JavaScript that shows a behaviour; every behaviour has one. A
// line that fails ends in the comment "// here".
func JavaScript(b Behaviour) Bot { return scripted(b, bot.JavaScript, "javascript", ".js", "// here") }

// Lua returns the bot in Lua that shows a behaviour; every behaviour has one. A line that fails
// ends in the comment "-- here".
func Lua(b Behaviour) Bot { return scripted(b, bot.Lua, "lua", ".lua", "-- here") }

func scripted(b Behaviour, kind bot.Kind, folder, extension, here string) Bot {
	name := strings.ReplaceAll(string(b), " ", "-") + extension
	source, err := scripts.ReadFile(folder + "/" + name)
	if err != nil {
		panic(fmt.Sprintf("bottest: no bot in %s that %s", folder, b))
	}
	made := Bot{Spec: bot.Spec{Name: string(b), Kind: kind, Path: "bottest/" + name, Source: source}}
	if before, _, found := strings.Cut(string(source), here); found {
		made.Fails = fmt.Sprintf("%s:%d:", made.Spec.Path, strings.Count(before, "\n")+1)
	}
	return made
}

//go:embed prelude.js
var javaScriptPrelude string

//go:embed prelude.lua
var luaPrelude string

// dialect is how Echo talks to scripts; the prelude is its other end. A turn is two 32-bit
// numbers, an answer is one double.
type dialect struct{ prelude string }

func (d dialect) Prelude() string { return d.prelude }

func (dialect) AppendTurn(dst []byte, obs game.Observation) []byte {
	h := obs.(Heard)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(h.Turn))
	return binary.LittleEndian.AppendUint32(dst, uint32(h.Payload))
}

func (dialect) ParseAnswer(_ game.Observation, answer []byte) (game.Action, error) {
	if len(answer) != 8 {
		return nil, fmt.Errorf("an answer of %d bytes, want 8: %w", len(answer), game.ErrMalformed)
	}
	n := math.Float64frombits(binary.LittleEndian.Uint64(answer))
	if !(n >= 0 && n <= math.MaxUint32) || n != math.Trunc(n) {
		return nil, fmt.Errorf("%v is not a whole number from 0 to 4294967295: %w", n, game.ErrMalformed)
	}
	return Number(n), nil
}
