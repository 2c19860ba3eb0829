#!/bin/sh
# Plays the tournament of `make demo`: all house bots of tokens, with a fixed seed.
set -eu
cd "$(dirname "$0")/.."
out=build/demo
mkdir -p "$out"
# shellcheck disable=SC2046 # the names of house bots have no spaces
bin/koth tournament tokens $(bin/koth bots tokens --json | tr ',' '\n' | sed -n 's/.*"name":"\([^"]*\)".*/\1/p') \
	--rounds 50 --seed 1 --report "$out/tokens.html"
bin/koth match tokens hungry path --seed 1 --replay "$out/hungry-path.replay" --quiet >/dev/null
echo
echo "The report with all pairs:  $out/tokens.html"
echo "One match, turn by turn:    bin/koth replay show $out/hungry-path.replay"
