//go:build linux && stage

package sandbox

import _ "embed"

// stageImage is the program ./stage.
//
//go:embed stage/image
var stageImage []byte
