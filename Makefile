# `make` lists the targets. Each sets up what it needs in .venv; a second call is quick.
.DEFAULT_GOAL := help
.PHONY: help core demo test test-browser lint types docs man check format sanitize mutate attack bench clean

PY := .venv/bin/python
NATIVE := $(shell find native -type f -not -path 'native/tests/*')
PACKAGES := .venv/packages.stamp
CORE := .venv/core.stamp
# The tests start Python hundreds of times; without bytecode files every start would compile all its imports.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(PY) -m pytest

man: $(PACKAGES)
	@$(PY) tools/man_pages.py build/man
	@echo "The manual pages are in build/man; see one with: man -l build/man/tilewright.1"

help:
	@echo "Tilewright. Every target sets up what it needs in .venv (Python 3.11 or newer, a C++20 compiler, PyPI)."
	@echo ""
	@echo "  make demo          solve the 6x10 pentominoes and write pictures to out/"
	@echo "  make test          run all tests but those in the browser"
	@echo "  make test-browser  test the web pages in Chromium (installed first if you are root)"
	@echo "  make lint          check style and formatting of Python and C++"
	@echo "  make types         check types (mypy --strict)"
	@echo "  make docs          build the documentation into build/site"
	@echo "  make man           write the manual pages to build/man; wheels that are built then have them"
	@echo "  make check         test, lint, types, docs"
	@echo "  make sanitize      run the core under the address, undefined-behaviour and thread sanitizers (15 minutes)"
	@echo "  make attack        random puzzles, damaged files, kills, load; writes a report to docs/reports (an hour)"
	@echo "  make mutate        change the most delicate modules one expression at a time; tests must notice (an hour)"
	@echo "  make bench         compare with other programs; writes a report to docs/reports (30 minutes)"
	@echo "  make format        format the sources"
	@echo "  make core          compile the C++ core if its sources have changed"
	@echo "  make clean         remove everything that make has made"
	@echo ""
	@echo "The command is .venv/bin/tilewright; start with .venv/bin/tilewright --help."

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
	@PATH="$(CURDIR)/.venv/bin:$$PATH" sh tools/lint_native.sh

types: $(PACKAGES)
	@$(PY) -m mypy

docs: $(CORE)
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet
	@echo "The documentation is in build/site/index.html."

check: test lint types docs

format: $(PACKAGES)
	@$(PY) -m ruff format .
	@find native -name '*.?pp' | xargs .venv/bin/clang-format -i

sanitize: $(PACKAGES)
	@PATH="$(CURDIR)/.venv/bin:$$PATH" sh tools/sanitize.sh

attack: $(CORE)
	@$(PY) benchmarks/attack.py $(ARGS)

mutate: $(CORE)
	@$(PY) -m pip install --quiet --disable-pip-version-check "mutmut>=3.8"
	@$(PY) tools/mutate.py $(ARGS)

bench: $(CORE)
	@$(PY) benchmarks/run.py $(ARGS)

clean:
	rm -rf .venv build out dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +
