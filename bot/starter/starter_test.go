package starter_test

import (
	"strings"
	"testing"

	"koth/bot/starter"
)

func TestUnknown(t *testing.T) {
	if _, err := starter.Bot("tokens", "cobol"); err == nil || !strings.Contains(err.Error(), "have python, javascript, node, go, perl, c") {
		t.Errorf("%v", err)
	}
	if _, err := starter.Bot("loop", "python"); err == nil {
		t.Error("the loop is taken for a game")
	}
	if _, err := starter.Bot("../python/tokens", "python"); err == nil {
		t.Error("a path is taken for a game")
	}
}
