// Command stage is a koth that can only confine a child (see sandbox.MaybeChild). It starts many
// times faster than koth with its script engine, and is built into koth by the build tag "stage";
// without it koth starts itself.
package main

import (
	"fmt"
	"os"

	"koth/sandbox"
)

func main() {
	sandbox.MaybeChild()
	fmt.Fprintln(os.Stderr, "stage: this is a part of koth, and does nothing by itself")
	os.Exit(2)
}
