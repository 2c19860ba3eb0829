// Command koth is an arena for king-of-the-hill programming games.
package main

import (
	"os"

	"koth/internal/cli"
)

func main() { os.Exit(cli.Main()) }
