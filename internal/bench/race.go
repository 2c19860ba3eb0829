package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"time"
)

// runner is one side of a race.
type runner struct {
	name    string
	command []string
	matches func(stdout []byte) (int, error) // how many matches it says it played
}

// race runs both sides in turns and compares the medians of their times a match.
func race(times int, koth, peer runner) error {
	var perMatch [2][]time.Duration
	for range times {
		for i, r := range []runner{koth, peer} {
			d, n, err := r.once()
			if err != nil {
				return err
			}
			fmt.Printf("  %-18s %8.2f s  %7d matches  %8.1f us a match\n", r.name, d.Seconds(), n, float64(d.Microseconds())/float64(n))
			perMatch[i] = append(perMatch[i], d/time.Duration(n))
		}
	}
	a, b := median(perMatch[0]), median(perMatch[1])
	fmt.Printf("  medians: %s %v a match, %s %v: %s needs %.2f of the peer's time (%.1f times as fast)\n",
		koth.name, a, peer.name, b, koth.name, float64(a)/float64(b), float64(b)/float64(a))
	return nil
}

func (r runner) once() (time.Duration, int, error) {
	cmd := exec.Command(r.command[0], r.command[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	began := time.Now()
	out, err := cmd.Output()
	spent := time.Since(began)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w: %.400s", r.name, err, stderr.Bytes())
	}
	n, err := r.matches(out)
	if err == nil && n < 1 {
		err = fmt.Errorf("it played %d matches", n)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", r.name, err)
	}
	return spent, n, nil
}

// member reads a number of the JSON object that a runner prints.
func member(name string) func([]byte) (int, error) {
	return func(out []byte) (int, error) {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(out, &object); err != nil {
			return 0, err
		}
		var n int
		if err := json.Unmarshal(object[name], &n); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		return n, nil
	}
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}
