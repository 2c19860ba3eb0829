package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// sampleEvery is how often memory is read.
const sampleEvery = 100 * time.Millisecond

// sampleMemory runs r and returns the resident memory of it and its children over its run, in
// bytes, at even intervals. The time after its last sample of everything alive is left out.
func sampleMemory(r runner) ([]int64, error) {
	cmd := exec.Command(r.command[0], r.command[1:]...)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	tick := time.NewTicker(sampleEvery)
	defer tick.Stop()
	var samples []int64
	most := 0
	for {
		select {
		case err := <-done:
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.name, err)
			}
			if len(samples) < 10 {
				return nil, fmt.Errorf("%s was done after %d samples, too few to tell", r.name, len(samples))
			}
			return samples, nil
		case <-tick.C:
			sum, processes := resident(cmd.Process.Pid)
			if processes >= most { // at the end the workers leave one by one
				most = processes
				samples = append(samples, sum)
			}
		}
	}
}

// resident returns the resident memory of a process and its children, and how many they are.
func resident(parent int) (bytes int64, processes int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if ppid, _ := strconv.Atoi(fields[1]); pid != parent && ppid != parent {
			continue
		}
		pages, _ := strconv.ParseInt(fields[21], 10, 64)
		bytes += pages * int64(os.Getpagesize())
		processes++
	}
	return bytes, processes
}
