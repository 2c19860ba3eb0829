package sandbox

import (
	"fmt"
	"slices"
	"strings"
)

// Layer is one part of the confinement.
type Layer string

// The layers.
const (
	Landlock Layer = "landlock" // the kernel refuses files, network, and signals and sockets to others
	Seccomp  Layer = "seccomp"  // only listed system calls are possible
	Limits   Layer = "rlimits"  // no core dumps, no file growth, few descriptors, bounded memory
	User     Layer = "uid"      // a process of root's has become an unprivileged user's
)

// The layers that only children have.
const (
	Namespaces Layer = "namespaces" // its own root folder, processes, network and users
	Cgroup     Layer = "cgroup"     // the kernel bounds the memory of all its processes
	Watch      Layer = "watch"      // this process does that, by looking at them ten times a second
)

// AllLayers returns every layer that can be missing. As Config.AllowMissing it is what a user's
// --unsafe means.
func AllLayers() []Layer { return []Layer{Namespaces, Landlock, Seccomp, Limits, User, Watch} }

// layerOrder is the order in which results name layers.
var layerOrder = append(AllLayers(), Cgroup)

// Defaults of Config.
const (
	DefaultFiles = 64    // descriptors
	DefaultUser  = 65534 // nobody
)

// Config says how a process is locked down. The zero value is the strictest one that sets no
// limit on memory.
type Config struct {
	// Data bounds the private writable memory of the process, in bytes (RLIMIT_DATA); 0 sets no
	// limit. Shared mappings escape it. There is no limit on address space: script engines
	// reserve gigabytes of that.
	Data uint64 `json:"data,omitempty"`

	// Files is the highest number of descriptors; 0 means DefaultFiles.
	Files uint64 `json:"files,omitempty"`

	// User is the uid and gid that a process of root's takes; 0 means DefaultUser.
	User int `json:"user,omitempty"`

	// Children lets the process wait for several descriptors at once and be handed new ones over a
	// socket that it has: the pipes of programs that its parent has started for it.
	Children bool `json:"children,omitempty"`

	// AllowMissing lists the layers that may be missing where the machine does not have them.
	// They are then reported in Layers.Missing instead of making LockDown fail.
	AllowMissing []Layer `json:"allow_missing,omitempty"`
}

func (c Config) withDefaults() Config {
	if c.Files == 0 {
		c.Files = DefaultFiles
	}
	if c.User == 0 {
		c.User = DefaultUser
	}
	return c
}

// Layers says what confines a process.
type Layers struct {
	Active      []Layer `json:"active"`                 // in the order of AllLayers, then Cgroup
	LandlockABI int     `json:"landlock_abi,omitempty"` // the version in force, 0 for none
	Missing     []Gap   `json:"missing,omitempty"`
}

// Gap is a layer that should be there and is not.
type Gap struct {
	Layer  Layer  `json:"layer"`
	Reason string `json:"reason"`
}

// Has says whether a layer is active.
func (l Layers) Has(layer Layer) bool { return slices.Contains(l.Active, layer) }

// activate notes that a layer is in place.
func (l *Layers) activate(layer Layer) {
	l.Active = append(l.Active, layer)
	slices.SortFunc(l.Active, func(a, b Layer) int {
		return slices.Index(layerOrder, a) - slices.Index(layerOrder, b)
	})
}

// String returns the layers in short form, for results: "landlock-7 seccomp rlimits uid", or
// "seccomp rlimits (without landlock)".
func (l Layers) String() string {
	words := make([]string, 0, len(l.Active))
	for _, layer := range l.Active {
		word := string(layer)
		if layer == Landlock {
			word = fmt.Sprintf("%s-%d", word, l.LandlockABI)
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		words = append(words, "none")
	}
	if len(l.Missing) > 0 {
		var without []string
		for _, gap := range l.Missing {
			without = append(without, string(gap.Layer))
		}
		words = append(words, "(without "+strings.Join(without, ", ")+")")
	}
	return strings.Join(words, " ")
}

// MissingError says that a layer which is required is missing.
type MissingError struct {
	Gap
}

// Error names the layer, the reason and the way on.
func (e *MissingError) Error() string {
	return fmt.Sprintf("%s: cannot confine bots: %s (koth doctor shows what works here; --unsafe runs without it)", e.Layer, e.Reason)
}
