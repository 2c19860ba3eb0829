package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// ReadSetup reads a given starting position, one JSON object, for Game.New: set gets its members one
// after another, as they stand there. Empty data has none.
//
// What is no such object, a name that is there twice and an error of set, which names the member, give
// an error that wraps ErrSetup.
func ReadSetup(data []byte, set func(name string, value json.RawMessage) error) error {
	if len(data) == 0 {
		return nil
	}
	if !json.Valid(data) {
		return SetupError("not a JSON object: %w", json.Unmarshal(data, new(json.RawMessage)))
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, _ := dec.Token(); open != json.Delim('{') {
		return SetupError("not a JSON object: %.40q", data)
	}
	var seen []string
	for dec.More() {
		key, _ := dec.Token() // it is valid JSON
		name := key.(string)  // an object has no other keys
		if slices.Contains(seen, name) {
			return SetupError("%s: given twice", name)
		}
		seen = append(seen, name)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return SetupError("%s: %w", name, err)
		}
		if err := set(name, value); err != nil {
			return SetupError("%w", err)
		}
	}
	return nil
}

// SetupError returns an error that wraps ErrSetup and says what is wrong with a setup.
func SetupError(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrSetup, fmt.Errorf(format, args...))
}
