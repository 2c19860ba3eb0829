package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestReadSetup(t *testing.T) {
	var got []string
	set := func(name string, value json.RawMessage) error {
		got = append(got, name+"="+string(value))
		if name == "bad" {
			return errors.New("bad: no such member")
		}
		return nil
	}
	tests := []struct {
		setup string
		want  string // the members, or a part of the error
		bad   bool
	}{
		{"", "[]", false},
		{" { } ", "[]", false},
		{`{"b":[ ], "a" : {"b": 1}, "c\u0041":null}`, `[b=[ ] a={"b": 1} cA=null]`, false},
		{"null", `not a JSON object: "null"`, true},
		{"[1]", `not a JSON object: "[1]"`, true},
		{`"a"`, "not a JSON object", true},
		{"size", "not a JSON object: invalid character 's'", true},
		{`{"a":1`, "not a JSON object: unexpected end", true},
		{`{"a":1} x`, "not a JSON object: invalid character 'x' after", true},
		{`{} {}`, "not a JSON object", true},
		{`{"a":1,"b":2,"a":1}`, "a: given twice", true},
		{`{"a":1,"\u0061":1}`, "a: given twice", true},
		{`{"bad":1}`, "bad setup: bad: no such member", true},
	}
	for _, tt := range tests {
		got = nil
		err := ReadSetup([]byte(tt.setup), set)
		switch {
		case tt.bad && (!errors.Is(err, ErrSetup) || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: error %v, want ErrSetup with %q", tt.setup, err, tt.want)
		case !tt.bad && (err != nil || fmt.Sprint(got) != tt.want):
			t.Errorf("%s: members %v, error %v, want %s", tt.setup, got, err, tt.want)
		}
	}
}
