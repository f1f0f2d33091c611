# Everything that is done with Carteado from a checkout. `make` alone lists it.
#
# The first target that needs it sets up .venv from the package index; a change of pyproject.toml
# renews it. PYTHON chooses the interpreter (3.11 or newer), ARGS goes to the command.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Each worker and each program that a test starts would compile the sources again, 13 s of CPU for a
# worker: cached bytecode is kept whatever the caller's environment says.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet

# A job that takes longer than its seconds is ended, where coreutils' timeout is there to do it.
limit = $(shell timeout --foreground 1 true 2>/dev/null && echo timeout --foreground -k 10 $(1))

# Two cores, three workers: many tests wait for servers and browsers, and leave a core idle meanwhile.
# A test waits for conditions, never for luck, so more would be safe as well.
WORKERS ?= 3
PYTEST = $(BIN)/python -m pytest

NEW_ENOUGH = import sys; sys.exit(sys.version_info < (3, 11))

.PHONY: help serve test test-all test-slow test-faults lint format bench odds demo mutants fuzz soak soak-tables docs experiments docs-check redis strace xvfb tmux caddy promtool systemd compose machines clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

serve: $(VENV)/.all ## host tables: all interfaces, port 8765, log in your data folder
	@exec $(BIN)/carteado serve $(ARGS)

test: $(VENV)/.dev redis xvfb ## run the fast tests; ARGS='tests/engine -k pots' runs a part in one process
ifdef ARGS
	@$(call limit,1200) $(PYTEST) $(ARGS)
else
	@$(call limit,600) $(PYTEST) -n $(WORKERS) --dist worksteal
endif

test-all: $(VENV)/.dev redis xvfb tmux caddy promtool systemd compose machines ## run the exhaustive tests too; engine and protocol stay covered to 95% with branches
ifdef ARGS
	@$(call limit,1200) $(PYTEST) -m "not slow" $(ARGS)
else
	@rm -f .coverage .coverage.*
	@$(call limit,3000) $(PYTEST) -m "not slow" -n $(WORKERS) --dist worksteal \
		--cov=engine --cov=protocol --cov-report=
	@for part in engine protocol; do \
		$(BIN)/coverage report --include="$$part/*" --fail-under=95 >.coverage-report || { \
			cat .coverage-report; exit 1; }; \
		echo "$$part is covered to $$(sed -n 's/^TOTAL.* //p' .coverage-report), branches counted"; \
	done
endif

test-slow: $(VENV)/.dev ## run the tests that take minutes, such as all 133,784,560 hands
	@$(call limit,3600) $(PYTEST) -m slow -n $(WORKERS) --timeout 1800 $(ARGS)

test-faults: $(VENV)/.dev redis strace ## break stores and servers, and check that nothing acknowledged is lost
	@$(call limit,3600) $(BIN)/python -m tests.faults $(ARGS)

lint: $(VENV)/.dev ## format, style, types, directions of dependency, release notes
	@command -v node >/dev/null || $(PIP) 'pyright[nodejs]'
	@$(call limit,60) $(BIN)/ruff format --check .
	@$(call limit,60) $(BIN)/ruff check .
	@$(call limit,60) $(BIN)/lint-imports --no-logo --no-cache
	@report=$$(mktemp); trap 'rm -f "$$report"' EXIT; \
	$(call limit,300) $(BIN)/pyright >"$$report" 2>&1 & pid=$$!; \
	$(call limit,300) $(BIN)/mypy; mypy=$$?; \
	wait $$pid; pyright=$$?; \
	cat "$$report"; \
	[ $$mypy = 0 ] || echo "mypy failed, status $$mypy" >&2; \
	[ $$pyright = 0 ] || echo "pyright failed, status $$pyright" >&2; \
	exit $$((mypy ? mypy : pyright))
	@$(call limit,60) $(BIN)/towncrier build --draft --version next >/dev/null

format: $(VENV)/.dev ## format the code and fix what can be fixed
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

# Seconds that each may take, the script and its arguments.
define MEASUREMENTS
120 ranking.py --rounds 3
120 engine.py --rounds 3 --scale 4
120 arena.py --rounds 5
120 arena_network.py --rounds 1
120 replay.py --events 20000 --rounds 3
120 odds.py --rounds 3
120 buraco.py --deals 50 --profile mineiro
120 buraco_odds.py --rounds 5
120 buraco_playouts.py --deals 200 --duels 20 --profile mineiro
120 buraco_standing.py --deals 200
120 buraco_bots.py --deals 1
120 startup.py --tables 100 --long 20000
120 store.py --seconds 1 --tables 1 32
120 judge.py --size 100000
240 server.py --rounds 1 --seconds 2
240 attack.py --seconds 1.5
120 tui.py --rounds 30 --seconds 2
180 web.py --actions 150 --rounds 1 --taps 10
endef
export MEASUREMENTS

# One that misses its target, as on a busy machine, must not hide the figures behind it.
bench: $(VENV)/.dev redis ## every measurement in its short form, each beside its peer
	@echo "$$MEASUREMENTS" | { missed=; while read -r seconds measurement; do \
		$(call limit,'$$seconds') $(BIN)/python bench/$$measurement </dev/null \
			|| missed="$$missed $${measurement%% *}"; \
		done; [ -z "$$missed" ] || { echo "missed a target or failed:$$missed"; exit 1; }; }

odds: $(VENV)/.dev ## the long checks of the odds: both pre-flop tables, all hands of seven cards
	@$(call limit,10800) $(PYTEST) -n $(WORKERS) --dist worksteal tests/odds/slow.py $(ARGS)

demo: $(VENV)/.dev redis ## two tables of bots, the server killed in the middle, the logs verified
	@$(call limit,120) $(BIN)/python bench/demo.py $(ARGS)

mutants: $(VENV)/.dev ## change the code in small ways, and check that a test notices; ARGS='table --count 50'
	@$(call limit,7200) nice $(BIN)/python -m tests.mutants $(ARGS)

fuzz: $(VENV)/.dev ## the property tests with fresh seeds and twenty times the examples
	@CARTEADO_LONG=20 $(call limit,3600) $(PYTEST) -m "not slow" -n $(WORKERS) --timeout 1800 \
		tests/contract tests/engine tests/protocol $(ARGS)

soak: $(VENV)/.dev redis ## the demo at length: many hands, many kills
	@$(call limit,3600) $(BIN)/python bench/demo.py --hands 2000 --kills 40 --seconds 1500 $(ARGS)

soak-tables: $(VENV)/.dev ## 500 connections that break at 200 tables for two minutes; the logs verified
	@$(call limit,1200) $(BIN)/python bench/soak_tables.py $(ARGS)

docs: $(VENV)/.dev ## write the generated documents
	@$(BIN)/python -m carteado.protocol.schema docs/schema
	@$(BIN)/python -m tests.gallery
	@$(BIN)/python -m tests.public_api
	@$(BIN)/python -m tests.protocol.command_table

experiments: $(VENV)/.dev ## render docs/experiments.md from its results; ARGS="duels --sets 100" plays
	@$(BIN)/python -m research $(or $(ARGS),--render)

docs-check: $(VENV)/.dev redis ## links, commands and generated documents
	@$(call limit,300) $(PYTEST) -m "not slow" tests/test_docs.py tests/test_readme.py \
		tests/test_gallery.py tests/test_threat_model.py

tmux:
	@command -v tmux >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing tmux" >&2; \
			{ apt-get -qq update && apt-get -qq install -y --no-install-recommends tmux; } >/dev/null || true; \
		fi; \
		command -v tmux >/dev/null || echo "tmux is missing: sudo apt-get install tmux (or brew install tmux)" >&2; }

redis:
	@command -v redis-server >/dev/null || command -v valkey-server >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing redis-server" >&2; \
			{ apt-get -qq update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
				apt-get -qq install -y --no-install-recommends redis-server; } >/dev/null || true; \
		fi; \
		command -v redis-server >/dev/null || echo "redis-server is missing:" \
			"sudo apt-get install redis-server (or brew install redis)" >&2; }

# Debian and Ubuntu name the browser's package differently; elsewhere one command is named.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		command -v google-chrome >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing chromium" >&2; \
			{ apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
				apt-get -qq install -y --no-install-recommends chromium; } >/dev/null || true; \
		fi; \
		command -v chromium >/dev/null || echo "chromium is missing:" \
			"sudo apt-get install chromium (or brew install --cask chromium)" >&2; }

node:
	@command -v node >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing nodejs" >&2; \
			{ apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
				apt-get -qq install -y --no-install-recommends nodejs; } >/dev/null || true; \
		fi; \
		command -v node >/dev/null || echo "node is missing:" \
			"sudo apt-get install nodejs (or brew install node)" >&2; }

strace:
	@command -v strace >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing strace" >&2; \
			{ apt-get -qq update && apt-get -qq install -y --no-install-recommends strace; } \
				>/dev/null || true; \
		fi; \
		command -v strace >/dev/null || echo "strace is missing: sudo apt-get install strace" >&2; }

xvfb:
	@missing=; for tool in Xvfb xdotool; do \
		command -v $$tool >/dev/null || missing="$$missing $$(echo $$tool | tr X x)"; done; \
	[ -z "$$missing" ] || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing$$missing" >&2; \
			{ apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
				apt-get -qq install -y --no-install-recommends $$missing; } >/dev/null || true; \
		fi; \
		command -v Xvfb >/dev/null && command -v xdotool >/dev/null || \
			echo "the window's tests need Xvfb and xdotool:" \
			"sudo apt-get install xvfb xdotool" >&2; }

caddy:
	@command -v caddy >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing caddy" >&2; \
			{ apt-get -qq update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
				apt-get -qq install -y --no-install-recommends caddy; } >/dev/null || true; \
		fi; \
		command -v caddy >/dev/null || echo "caddy is missing:" \
			"sudo apt-get install caddy (or brew install caddy)" >&2; }

promtool:
	@command -v promtool >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing promtool" >&2; \
			{ apt-get -qq update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
				apt-get -qq install -y --no-install-recommends prometheus; } >/dev/null || true; \
		fi; \
		command -v promtool >/dev/null || echo "promtool is missing:" \
			"sudo apt-get install prometheus (or brew install prometheus)" >&2; }

machines:
	@missing() { for tool in ip nft iptables; do command -v $$tool >/dev/null || return 0; done; return 1; }; \
	! missing || { \
		if [ "$$(uname)" = Linux ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing iproute2, nftables and iptables" >&2; \
			{ apt-get -qq update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
				apt-get -qq install -y --no-install-recommends iproute2 nftables iptables; } >/dev/null || true; \
		fi; \
		! missing || echo "ip, nft or iptables is missing:" \
			"sudo apt-get install iproute2 nftables iptables" >&2; }

systemd:
	@command -v systemd-analyze >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing systemd" >&2; \
			{ apt-get -qq update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
				apt-get -qq install -y --no-install-recommends systemd; } >/dev/null || true; \
		fi; \
		command -v systemd-analyze >/dev/null || echo "systemd-analyze is missing:" \
			"sudo apt-get install systemd" >&2; }

compose:
	@command -v docker-compose >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing docker-compose" >&2; \
			{ apt-get -qq update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
				apt-get -qq install -y --no-install-recommends docker-compose; } >/dev/null || true; \
		fi; \
		command -v docker-compose >/dev/null || echo "docker-compose is missing:" \
			"sudo apt-get install docker-compose (or brew install docker-compose)" >&2; }

clean: ## remove the environment and everything generated beside the sources
	rm -rf $(VENV) .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps inside the environment record what is installed, so that the tree stays clean.
$(VENV)/.all: pyproject.toml $(VENV)/.base
	@echo "installing carteado[all]" >&2
	@$(call limit,900) $(PIP) -e '.[all]'
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.base
	@echo "installing carteado[all,dev]" >&2
	@$(call limit,900) $(PIP) -e '.[all,dev]'
	@touch $(VENV)/.all $@

$(VENV)/.base:
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		python=$(PYTHON); \
		for name in python3 python3.13 python3.12 python3.11 python3.14 python; do \
			[ -z "$$python" ] || break; \
			"$$name" -c '$(NEW_ENOUGH)' 2>/dev/null && python=$$name; \
		done; \
		[ -n "$$python" ] && "$$python" -c '$(NEW_ENOUGH)' || { \
			echo "Carteado needs Python 3.11 or newer; name it: make PYTHON=..." >&2; exit 1; }; \
		"$$python" -c 'import ensurepip, venv' 2>/dev/null || { \
			echo "$$python cannot make environments: sudo apt-get install python3-venv" >&2; exit 1; }; \
		"$$python" -m venv --clear $(VENV); }
	@touch $@
