//go:build linux && !amd64 && !arm64

package sandbox

// No list has been tried on this processor, so there is no filter.
const (
	auditArch    = 0
	firstForeign = 0
)

var archAllowed, archDenied, archHostDenied []uint32
