package politics

import (
	"errors"
	"strings"
	"testing"

	"koth/game"
)

func TestParseAction(t *testing.T) {
	tests := []struct {
		text string
		want game.Action // nil if malformed
		part string      // of the error
	}{
		{`["campaign",[0,0],[4,4]]`, Action{Campaign, Point{0, 0}, Point{4, 4}}, ""},
		{` [ "campaign" , [16,16] , [ 0 , 0 ] ] `, Action{Campaign, Point{16, 16}, Point{0, 0}}, ""},
		{`["poll",[16,0],[0,16]]`, Action{Poll, Point{16, 0}, Point{0, 16}}, ""},
		{`["bribe",[15,15]]`, Action{Bribe, Point{15, 15}, Point{}}, ""},
		{`["merge",[0,0],[15,15]]`, Action{Merge, Point{0, 0}, Point{15, 15}}, ""},
		{`["unmerge",[0,15]]`, Action{Unmerge, Point{0, 15}, Point{}}, ""},
		{`null`, Action{}, ""},
		{`["campaign",[0,0],[17,4]]`, nil, "[17,4] is not within 0 to 16"},
		{`["campaign",[0,-1],[4,4]]`, nil, "[0,-1]"},
		{`["bribe",[16,0]]`, nil, "[16,0] is not within 0 to 15"},
		{`["merge",[0,0],[0,16]]`, nil, "[0,16]"},
		{`["unmerge",[0,16]]`, nil, "[0,16]"},
		{`["campaign",[0,0]]`, nil, "campaign with 1 points, not 2"},
		{`["bribe",[0,0],[1,1]]`, nil, "bribe with 2 points, not 1"},
		{`["campaign",[0,0],[4,4],[5,5]]`, nil, "3 points"},
		{`["campaign",[0,0],[4,4.5]]`, nil, "[4,4.5]"},
		{`["campaign",[0,0],[4,"4"]]`, nil, "whole numbers"},
		{`["campaign",[0,0],[4,null]]`, nil, "[4,null]"},
		{`["campaign",[0,0],[4,4,4]]`, nil, "[4,4,4]"},
		{`["campaign",[0,0],null]`, nil, "null"},
		{`["invalid","campaign"]`, nil, `"invalid" is none of campaign, poll, bribe, merge, unmerge`},
		{`["wait"]`, nil, `"wait"`},
		{`["Campaign",[0,0],[4,4]]`, nil, `"Campaign"`},
		{`[null,[0,0]]`, nil, "null is none of"},
		{`[]`, nil, "empty list"},
		{`"campaign"`, nil, "neither a list nor null"},
		{`{}`, nil, "neither"},
		{``, nil, "neither"},
		{`["bribe",[1,1]`, nil, "neither"},
		{`["bribe",[1e999,1]]`, nil, "1e999"},
	}
	for _, tt := range tests {
		got, err := Game{}.ParseAction([]byte(tt.text))
		if got != tt.want || (err == nil) != (tt.want != nil) {
			t.Errorf("ParseAction(%s) = %v, %v, want %v", tt.text, got, err, tt.want)
		}
		if tt.want == nil && (!errors.Is(err, game.ErrMalformed) || !strings.Contains(err.Error(), tt.part)) {
			t.Errorf("ParseAction(%s): error %v does not say %s", tt.text, err, tt.part)
		}
	}
}

func TestAppendJSON(t *testing.T) {
	for _, want := range []string{`["campaign",[1,2],[16,4]]`, `["poll",[1,2],[3,4]]`, `["bribe",[1,2]]`, `["merge",[1,2],[3,4]]`, `["unmerge",[1,2]]`, `null`} {
		a, err := Game{}.ParseAction([]byte(want))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(a.AppendJSON([]byte("x"))); got != "x"+want {
			t.Errorf("AppendJSON = %s, want x%s", got, want)
		}
	}
}
