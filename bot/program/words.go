package program

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// maxWords bounds how many words a command has.
const maxWords = 256

// Words splits a command into words, as a shell does: blanks part them, '...' and "..." hold blanks
// together, a backslash takes the next character as it is (within "..." only before ", \, $ and `).
// Nothing is expanded. What only a shell could do, such as a pipe, is an error, and so are an empty
// command, an open quote and control characters.
func Words(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	started := false // a word, which may be empty: ""
	text := []rune(strings.TrimRight(command, " \t\r\n"))
	for i := 0; i < len(text); i++ {
		switch r := text[i]; {
		case r == ' ' || r == '\t':
			if started {
				words = append(words, word.String())
				word.Reset()
				started = false
			}
		case unicode.IsControl(r):
			return nil, fmt.Errorf("the command %.80q has a control character", command)
		case r == '\'' || r == '"':
			length, err := quoted(text[i:], &word)
			if err != nil {
				return nil, fmt.Errorf("the command %.80q: %w", command, err)
			}
			i += length - 1
			started = true
		case r == '\\':
			if i++; i == len(text) {
				return nil, fmt.Errorf("the command %.80q ends with a backslash", command)
			}
			if unicode.IsControl(text[i]) {
				return nil, fmt.Errorf("the command %.80q has a control character", command)
			}
			word.WriteRune(text[i])
			started = true
		case strings.ContainsRune("|&;<>()$`", r):
			return nil, fmt.Errorf("the command %.80q has %q, which takes a shell: put it into a script, or between quotes if it is meant as it stands", command, r)
		default:
			word.WriteRune(r)
			started = true
		}
	}
	if started {
		words = append(words, word.String())
	}
	return words, checkWords(words)
}

// quoted appends what lies between quotes to word. text begins with the quote; the length of what
// was read, with both quotes, is returned.
func quoted(text []rune, word *strings.Builder) (length int, err error) {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		r := text[i]
		if r == quote {
			return i + 1, nil
		}
		if r == '\\' && quote == '"' && i+1 < len(text) && strings.ContainsRune("\"\\$`", text[i+1]) {
			i++
			r = text[i]
		}
		word.WriteRune(r)
	}
	return 0, fmt.Errorf("the quote %c is never closed", quote)
}

// checkWords says whether words can be a command.
func checkWords(words []string) error {
	if len(words) == 0 || words[0] == "" {
		return errors.New("the command is empty")
	}
	if len(words) > maxWords {
		return fmt.Errorf("the command has %d words, more than %d", len(words), maxWords)
	}
	for _, w := range words {
		if strings.ContainsFunc(w, unicode.IsControl) {
			return fmt.Errorf("the command has a control character in %.80q", w)
		}
	}
	return nil
}
