# `make` says what it can do. Each target does all set-up by itself, in .venv; a second call is quick.
.DEFAULT_GOAL := help
.PHONY: help core demo test test-browser lint types check format sanitize bench clean

PY := .venv/bin/python
NATIVE := $(shell find native -type f -not -path 'native/tests/*')
PACKAGES := .venv/packages.stamp
CORE := .venv/core.stamp
# The tests start Python hundreds of times; where it may keep no bytecode each start compiles all it imports.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(PY) -m pytest

help:
	@echo "Tilewright. Set-up is part of every target; it needs Python 3.11 or newer, a C++20 compiler and PyPI."
	@echo ""
	@echo "  make demo      solve the 6x10 pentominoes, with pictures in out/"
	@echo "  make test      run the tests, several at once; then, one by one, those that measure time"
	@echo "  make test-browser  try the pages in Chromium (four minutes); as root it installs one where there is none"
	@echo "  make lint      look for slips and for unformatted code (ruff)"
	@echo "  make types     check the types (mypy --strict)"
	@echo "  make check     test, lint and types: what .ci/run does, with test-browser where it can"
	@echo "  make sanitize  the core's own tests under the address and undefined-behaviour sanitizers"
	@echo "  make bench     measure against other programs; writes docs/reports/2026-11-21-benchmarks.md (half an hour)"
	@echo "  make format    format the Python sources"
	@echo "  make core      set up .venv, and compile the core when its sources have changed"
	@echo "  make clean     remove all that make has made"
	@echo ""
	@echo "After that, .venv/bin/tilewright --help."

core: $(CORE)
	@true

$(PACKAGES): pyproject.toml tools/set_up.sh tools/set_up.py tools/check_python.py
	@sh tools/set_up.sh packages
	@touch $@

$(CORE): $(PACKAGES) CMakeLists.txt $(NATIVE)
	@touch $@.begun
	@sh tools/set_up.sh core
	@mv $@.begun $@

demo: $(CORE)
	@$(PY) examples/demo.py

test: $(CORE)
	@$(PYTEST) -m "not alone and not browser" -n logical --maxprocesses 8 --dist worksteal
	@$(PYTEST) -m alone

test-browser: $(CORE)
	@CHROMIUM="$$(sh tools/chromium.sh)" && export CHROMIUM && $(PYTEST) tests/browser -n 2 --dist worksteal $(ARGS)

lint: $(PACKAGES)
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check --quiet .

types: $(PACKAGES)
	@$(PY) -m mypy

check: test lint types

format: $(PACKAGES)
	@$(PY) -m ruff format .

sanitize: $(PACKAGES)
	@PATH="$(CURDIR)/.venv/bin:$$PATH" sh tools/sanitize.sh

bench: $(CORE)
	@$(PY) benchmarks/run.py $(ARGS)

clean:
	rm -rf .venv build out dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +
