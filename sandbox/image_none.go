//go:build linux && !stage

package sandbox

// stageImage is empty: this program is its own stage.
var stageImage []byte
