package bot

import "testing"

func TestLimitsOrDefault(t *testing.T) {
	if got := (Limits{}).OrDefault(); got != DefaultLimits {
		t.Errorf("%+v", got)
	}
	want := Limits{Start: 1, Move: 2, Bank: 3, Memory: 4, Child: 5, Debug: 6, Clock: ClockCPU}
	if got := want.OrDefault(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
