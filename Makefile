# Everything that is done to Baton. `make run` and `make test` set up what they need by themselves.

SWIFT ?= swift
PORT ?= 8080
ADDRESS ?= 127.0.0.1
DATABASE ?= baton.sqlite
PYTHON ?= /usr/bin/python3

# The engine is built for the CPU that builds it; BATON_CPU= builds it for every CPU of the architecture.
export BATON_CPU ?= $(shell scripts/cpu-level.sh)

sources := Package.swift $(shell find Sources -type f 2>/dev/null)
pages := $(shell find Web -type f 2>/dev/null)
tool := .build/release/baton
web := .build/web/stamp

.PHONY: run build web test check lint format swift-test page-test linkage setup setup-test clean bench load torture simulate deep sanitize fuzz

## run: build everything and start the server (PORT, ADDRESS, DATABASE; OPEN=1 opens the page)
run: setup $(tool) $(web)
	@if [ "$(OPEN)" = 1 ]; then (sleep 1; xdg-open http://localhost:$(PORT)/ || open http://localhost:$(PORT)/) >/dev/null 2>&1 & fi; \
	exec $(tool) serve --address $(ADDRESS) --port $(PORT) --database $(DATABASE) --web .build/web

## build: the tool and the pages
build: setup $(tool) $(web)

$(tool): $(sources)
	$(SWIFT) build -c release --product baton
	@touch $@

web: $(web)

$(web): $(sources) $(pages) scripts/build-web.sh scripts/wasm.sh
	SWIFT="$(SWIFT)" scripts/build-web.sh
	@touch $@

## test: all that CI runs
test: setup-test
	scripts/test.sh

## lint: formatting, without changing anything
lint:
	$(SWIFT) format lint --strict -rp Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources

## format: put all Swift sources into shape
format:
	$(SWIFT) format -i -rp Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources

setup:
	@scripts/setup.sh run

setup-test:
	@scripts/setup.sh test

clean:
	rm -rf .build

## bench: figures of this machine: the Reversi engine, and the store against bare commits
bench: setup $(tool)
	$(tool) perft reversi 11
	$(tool) bench reversi
	$(tool) solve --memory 512 Tests/ReversiEngineTests/Fixtures/ffo40-49.txt
	BATON_MEASURE=1 $(SWIFT) test -c release --filter MeasureTests

## deep: all published endgames and move scores of Reversi, some minutes of solving
deep: setup
	BATON_DEEP=1 $(SWIFT) test -c release --no-parallel --filter ReversiEngineTests.SolverTests

## simulate: two servers, faults and jumping clocks for STEPS steps from SEED on; a failure prints how to see it again
STEPS ?= 1000000
SEED ?= 1
simulate: setup
	$(SWIFT) build -c release --product Simulate
	.build/release/Simulate $(STEPS) $(SEED)

## load: durable turns a second over HTTP, streams and long matches, as ratios of one run
load: setup-test $(tool) $(web)
	BATON_CPU= $(SWIFT) build -c release --package-path Benchmarks
	scripts/with-postgres.sh $(PYTHON) Benchmarks/load.py

## torture: the tests of kills, partitions, cut replies, failing disks and storms of streams, FACTOR times as long
FACTOR ?= 20
torture: setup-test $(tool) $(web)
	BATON_TORTURE=$(FACTOR) scripts/with-postgres.sh $(PYTHON) -m pytest -q -s -p no:cacheprovider Tests/Server/test_crash.py Tests/Server/test_nodes.py Tests/Server/test_faults.py Tests/Server/test_streams.py

## sanitize: everything that has threads, under the thread sanitizer; fails on any report
sanitize: setup-test $(web)
	SWIFT="$(SWIFT)" PYTHON="$(PYTHON)" scripts/sanitize.sh

## fuzz: every reader of outside bytes under libFuzzer, SECONDS each; fails on a finding
SECONDS ?= 60
fuzz: setup
	SWIFT="$(SWIFT)" scripts/fuzz.sh $(SECONDS)
