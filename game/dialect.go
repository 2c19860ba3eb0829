package game

// ScriptDialect is how a game talks to a bot that is a function inside a script engine. It has
// two ends that meet in a block of bytes: the game's Go code writes an observation there and
// reads an answer from it, and the game's prelude, script source running beside the bot, does
// the opposite. The engine carries the bytes and calls the prelude; it knows no game.
//
// A value is one seat's conversation in one match: it may keep buffers between turns and is
// used from one goroutine.
type ScriptDialect interface {
	// Prelude returns the source that is evaluated in the bot's realm before the bot. bot/js
	// says what it must evaluate to.
	Prelude() string

	// AppendTurn appends the observation in the form that the prelude reads.
	AppendTurn(dst []byte, obs Observation) []byte

	// ParseAnswer reads what the prelude wrote for that observation. The bytes come from a
	// process that runs strangers' code: anything may be in them, and what is not an answer
	// gives an error wrapping ErrMalformed. The answer is not kept.
	ParseAnswer(obs Observation, answer []byte) (Action, error)
}

// JavaScripted is implemented by games that bots in JavaScript can play.
type JavaScripted interface {
	Game
	JavaScript(seat Seat) ScriptDialect
}
