# make table | test | bench | soak | mutants | lint | format | clean
# Needs Python 3.11 or later, make and git; everything else is fetched into .venv.

PYTHON ?= python3
HOST ?=
PORT ?=
VENV := .venv
# Windows keeps an environment's programs elsewhere.
BIN := $(if $(wildcard $(VENV)/Scripts),$(VENV)/Scripts,$(VENV)/bin)
# Installed again only when one of these changed.
RECIPE := pyproject.toml hatch_build.py package-lock.json bundle-lock.json
# Plotly's bundle is no source, so nothing else would notice that somebody spoilt it: the installation is old then.
SPOILT := $(shell $(PYTHON) tools/plotly_bundle.py || echo spoilt-bundle)
PYTEST := $(BIN)/python -m pytest
JS_TOOLS := tools/js/node_modules/.ready
# Some machines tell Python to keep no compiled files; hundreds of servers and kernels would then compile all they import.
unexport PYTHONDONTWRITEBYTECODE
NOTEBOOKS := $(wildcard notebooks/*.ipynb notebooks/*/*.ipynb voila/apps/*.ipynb)

.DEFAULT_GOAL := help
.PHONY: help table test check unit notebooks browser js bench soak mutants lint format chromium proxy nginx clean spoilt-bundle

help:
	@echo "make table [HOST=0.0.0.0] [PORT=3776]   the rules helper, for this machine or the house network"
	@echo "make test                               everything that CI runs"
	@echo "make lint | format                      check or mend the style"
	@echo "make bench | soak | mutants             speed, long runs, and whether the tests notice a missing rule"
	@echo "make soak PART=\"games positions\"       some of the long runs; .venv/bin/python -m tools.soak --list names them"
	@echo "make soak | mutants AGAIN=1             also what has passed on these files; else a stopped run is gone on with"
	@echo "make clean                              remove what was made"

table: $(VENV)/.ready
	@$(BIN)/fujikoro table $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

# What keeps one core busy goes beside what keeps another, where this make can keep their output apart.
BESIDE := $(filter output-sync,$(.FEATURES))

test: chromium
	@MAKE="$(MAKE)" MAKE_BESIDE="$(BESIDE)" $(BIN)/python tools/suite.py "check js notebooks" unit browser

# ---- the environment

# Of ten thousand installed files a tenth is imported: Python compiles those when it meets them.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

$(VENV)/bin/python $(VENV)/Scripts/python.exe:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
	  { echo "Python 3.11 or later is needed; name yours with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c "import ensurepip, venv" 2>/dev/null || \
	  { echo "Your Python cannot make environments; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@echo "Making the environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

spoilt-bundle:

$(VENV)/.ready: $(RECIPE) $(SPOILT) | $(VENV)/bin/python
	@echo "Installing fujikoro_nb (once, a minute or two)"
	@$(INSTALL) --editable .
	@touch $@

$(VENV)/.ready-test: $(RECIPE) $(SPOILT) | $(VENV)/bin/python
	@echo "Installing fujikoro_nb and the tools that test it (once, a minute or two)"
	@$(INSTALL) --editable ".[test]"
	@touch $@ $(VENV)/.ready

$(VENV)/.ready-bench: $(RECIPE) $(VENV)/.ready-test
	@echo "Installing the peers that our speed is compared with"
	@$(INSTALL) --editable ".[test,bench]"
	@$(INSTALL) ./accelerator || \
	  echo "No C compiler: the benchmarks run without the accelerator"
	@touch $@

# ---- the parts of make test

check lint: $(VENV)/.ready-test $(JS_TOOLS)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python tools/javascript.py

$(JS_TOOLS): tools/js/package.json tools/js/package-lock.json | $(VENV)/.ready-test
	@echo "Fetching ESLint and TypeScript (once, a few seconds)"
	@$(BIN)/python tools/javascript.py --fetch
	@touch $@

format: $(VENV)/.ready-test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

chromium: $(VENV)/.ready-test
	@$(BIN)/python tools/ensure_chromium.py

proxy: $(VENV)/.ready-test
	@$(BIN)/python tools/ensure_proxy.py

nginx: $(VENV)/.ready-test
	@$(BIN)/python tools/ensure_nginx.py

js: $(VENV)/.ready-test
	@$(BIN)/python tools/js_tests.py

unit: chromium
	@$(PYTEST) -p no:nbval -n 2 -q --ignore=tests/browser -m "not browser and not soak and not bench"

notebooks: $(VENV)/.ready-test
	@$(if $(NOTEBOOKS),FUJIKORO_FEW=8 $(PYTEST) -n 2 --dist loadfile -q --nbval-lax --override-ini=python_files= $(NOTEBOOKS),echo "No notebooks yet")

browser: chromium proxy nginx
	@$(PYTEST) -p no:nbval -n 2 --dist loadfile --reruns 1 -q -m "browser and not soak" tests/browser

# ---- longer runs

bench: $(VENV)/.ready-bench
	@for file in benchmarks/bench_*.py; do [ -e "$$file" ] || continue; echo; $(BIN)/python "$$file" || exit 1; done

soak: $(VENV)/.ready-bench chromium
	@FUJIKORO_SOAK=1 $(BIN)/python tools/soak.py $(if $(AGAIN),--again) $(PART)

mutants: $(VENV)/.ready-test
	@$(BIN)/python tools/mutants.py --keep benchmarks/results/mutants.txt $(if $(AGAIN),--again)

clean:
	@rm -rf $(VENV) build dist fujikoro_nb/widgets/vendor tools/js/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
