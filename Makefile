# make demo: sets up what is missing, builds koth and plays a tournament.
# make test: sets up what the tests need and runs all of them.

SHELL := /bin/bash
.DEFAULT_GOAL := build

export GOFLAGS := -buildvcs=false
comma := ,

# scripts/v8.sh finds V8, or fetches it into .deps, scripts/lua.sh fetches Lua's source; both say
# there how to build with it (CGO_..., KOTH_TAGS). Where they cannot, koth is built with QuickJS and
# without bots in Lua, and they say so.
KOTH_TAGS :=
-include .deps/v8.mk
-include .deps/lua.mk
GO_TAGS := $(if $(KOTH_TAGS),-tags $(KOTH_TAGS))

.PHONY: build demo test test-go test-pure lint bench deps clean

build: deps
	$(MAKE) --no-print-directory bin/koth

.PHONY: bin/koth
# With the tag "stage" koth carries a small program that confines children, so that none of them
# has to load a script engine first.
bin/koth:
	go generate ./sandbox
	go build -tags stage$(if $(KOTH_TAGS),$(comma)$(KOTH_TAGS)) -o bin/koth ./cmd/koth

deps:
	@scripts/v8.sh || echo 'koth is built with QuickJS, which is some thirty times slower than V8' >&2
	@scripts/lua.sh || echo 'koth is built without Lua: it refuses bots in Lua' >&2

demo: build
	@scripts/demo.sh

test: build
	$(MAKE) --no-print-directory lint test-go test-pure

lint:
	@unformatted=$$(git ls-files -z '*.go' | xargs -0 gofmt -l); \
	if [ -n "$$unformatted" ]; then echo "not gofmt'd: $$unformatted"; exit 1; fi
	go vet $(GO_TAGS) ./...
	go tool staticcheck $(GO_TAGS) ./...

# All tests on the engines that koth plays with, packages that share memory between goroutines
# with the race detector too.
test-go:
	go test $(GO_TAGS) ./...
	go test $(GO_TAGS) -race ./worker ./match ./tournament ./replay ./internal/term ./internal/play ./bots/gomoku/brain

# What differs without cgo: the QuickJS engine, no Lua, and the lock-down.
test-pure:
	CGO_ENABLED=0 go build ./...
	CGO_ENABLED=0 go test ./bot ./bot/find ./bot/js ./bot/native ./bot/stdio ./sandbox ./worker

bench: build
	go run ./internal/bench

clean:
	rm -rf bin build
