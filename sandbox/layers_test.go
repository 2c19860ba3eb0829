package sandbox

import (
	"encoding/json"
	"testing"
)

func TestLayersForResults(t *testing.T) {
	tests := []struct {
		layers Layers
		text   string
		json   string
	}{
		{
			Layers{Active: AllLayers(), LandlockABI: 7},
			"namespaces landlock-7 seccomp rlimits uid watch",
			`{"active":["namespaces","landlock","seccomp","rlimits","uid","watch"],"landlock_abi":7}`,
		},
		{
			Layers{Active: []Layer{Seccomp, Limits}, Missing: []Gap{{Landlock, "old kernel"}, {User, "not mapped"}}},
			"seccomp rlimits (without landlock, uid)",
			`{"active":["seccomp","rlimits"],"missing":[{"layer":"landlock","reason":"old kernel"},{"layer":"uid","reason":"not mapped"}]}`,
		},
		{Layers{Active: []Layer{}}, "none", `{"active":[]}`},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			if got := tt.layers.String(); got != tt.text {
				t.Errorf("String = %q, want %q", got, tt.text)
			}
			got, err := json.Marshal(tt.layers)
			if err != nil || string(got) != tt.json {
				t.Errorf("JSON = %s, %v; want %s", got, err, tt.json)
			}
		})
	}
}
