package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// The conversation with the arena: JSON, one object a line (docs/protocol.md). What is written to
// standard error is kept with the turn.
func main() {
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	for {
		var message struct {
			Type        string
			Turn        int
			Seed        uint32 // of random numbers: the same match can then be played again
			Observation observation
		}
		if err := in.Decode(&message); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		switch message.Type {
		case "start":
			say(map[string]any{"type": "ready"})
		case "turn":
			say(map[string]any{"turn": message.Turn, "action": choose(message.Observation)})
		case "end":
			return
		}
	}
}

func say(message any) {
	line, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", line)
}
