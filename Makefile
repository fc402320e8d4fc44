# `make` lists the targets. Each sets up what it needs in .venv; a second call is quick.
.DEFAULT_GOAL := help
.SECONDARY:
.PHONY: help core demo test test-browser test-firefox lint types docs man check format sanitize test-arm64 mutate attack \
	test-lowest audit wheel bench screenshots clean

PY := .venv/bin/python
NATIVE := $(shell find native -type f -not -path 'native/tests/*')
SET_UP := pyproject.toml tools/set_up.sh tools/set_up.py tools/check_python.py
# What a demo needs; each of the other sets of packages is an extra of pyproject.toml with a stamp of its own.
PACKAGES := .venv/packages.stamp
CORE := .venv/core.stamp
TEST_PACKAGES := .venv/extra-test.stamp
# The tests start Python hundreds of times; without bytecode files every start would compile all its imports.
# Threads of tests come and go; with few arenas of glibc their memory is used again.
PYTEST := env -u PYTHONDONTWRITEBYTECODE MALLOC_ARENA_MAX=2 $(PY) -m pytest

# For `make test-lowest`: they use every package, and take a few minutes.
QUICK_TESTS := tests/model tests/formats tests/render tests/generators tests/web tests/cli/test_solve.py \
	tests/cli/test_count.py tests/cli/test_json.py tests/cli/test_version.py tests/runs/executors

help:
	@echo "Tilewright. Every target sets up what it needs in .venv (Python 3.11 or newer, a C++20 compiler, PyPI)."
	@echo ""
	@echo "  make demo          solve the 6x10 pentominoes and write pictures to out/"
	@echo "  make test          run all tests but those in the browser"
	@echo "  make test-browser  test the web pages in Chromium, Firefox and WebKit (root installs them)"
	@echo "  make test-firefox  test the web pages in Firefox with all tests, not only some of them (ten minutes)"
	@echo "  make lint          check style and formatting of Python and C++, and the types of the JavaScript"
	@echo "  make types         check types (mypy --strict)"
	@echo "  make docs          build the documentation into build/site"
	@echo "  make man           write the manual pages to build/man; wheels that are built then have them"
	@echo "  make check         test, lint, types, docs"
	@echo "  make sanitize      run the core under the address, undefined-behaviour and thread sanitizers (15 minutes)"
	@echo "  make test-arm64    test the core's kernels for arm64, in QEMU (exit code 3 if the cross compiler is missing)"
	@echo "  make attack        random puzzles, damaged files, kills, load; writes a report to docs/reports (an hour)"
	@echo "  make mutate        change the most delicate modules one expression at a time; tests must notice (an hour)"
	@echo "  make test-lowest   test with the lowest versions of all packages that pyproject.toml allows"
	@echo "  make audit         look for known security holes in the packages (exit code 3 if there are no data)"
	@echo "  make wheel         build the source distribution and a wheel in dist/, and test the wheel without a compiler"
	@echo "  make bench         compare with other programs; writes a report to docs/reports (30 minutes)"
	@echo "  make screenshots   take the pictures of the web pages in docs/images/pages (needs Chromium; a few minutes)"
	@echo "  make format        format the sources"
	@echo "  make core          compile the C++ core if its sources have changed"
	@echo "  make clean         remove everything that make has made"
	@echo ""
	@echo "The command is .venv/bin/tilewright; start with .venv/bin/tilewright --help."

core: $(CORE)
	@true

$(PACKAGES): $(SET_UP)
	@sh tools/set_up.sh packages
	@touch $@

.venv/extra-%.stamp: $(PACKAGES)
	@sh tools/set_up.sh extra $*
	@touch $@

$(CORE): $(PACKAGES) CMakeLists.txt $(NATIVE)
	@touch $@.begun
	@sh tools/set_up.sh core
	@mv $@.begun $@

demo: $(CORE)
	@$(PY) examples/demo.py

test: $(CORE) $(TEST_PACKAGES)
	@$(PYTEST) -m "not alone and not browser" -n logical --maxprocesses 8 --dist worksteal
	@$(PYTEST) -m alone

test-browser: $(CORE) $(TEST_PACKAGES)
	@CHROMIUM="$$(sh tools/browser.sh chromium)" && WEBKIT="$$(sh tools/browser.sh webkit)" && export CHROMIUM WEBKIT && \
		$(PYTEST) tests/browser -n 3 --dist worksteal $(ARGS)
	@$(MAKE) --no-print-directory test-firefox ARGS="-m quick_firefox $(ARGS)"

test-firefox: $(CORE) $(TEST_PACKAGES)
	@FIREFOX="$$(sh tools/browser.sh firefox)" && export FIREFOX && if [ -n "$$FIREFOX" ]; then \
		BROWSER=firefox $(PYTEST) tests/browser -n 3 --dist worksteal $(ARGS); fi

lint: .venv/extra-lint.stamp $(CORE) $(TEST_PACKAGES)
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check --quiet .
	@$(PY) tools/lint_javascript.py
	@PATH="$(CURDIR)/.venv/bin:$$PATH" sh tools/lint_native.sh

types: $(TEST_PACKAGES)
	@$(PY) -m mypy

man: $(CORE)
	@$(PY) tools/man_pages.py build/man
	@echo "The manual pages are in build/man; see one with: man -l build/man/tilewright.1"

docs: $(CORE) .venv/extra-docs.stamp
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet
	@echo "The documentation is in build/site/index.html."

check: test lint types docs

format: .venv/extra-lint.stamp
	@$(PY) -m ruff format .
	@find native -name '*.?pp' | xargs .venv/bin/clang-format -i

sanitize: $(TEST_PACKAGES)
	@PATH="$(CURDIR)/.venv/bin:$$PATH" sh tools/sanitize.sh

test-arm64: $(PACKAGES)
	@PATH="$(CURDIR)/.venv/bin:$$PATH" sh tools/test_arm64.sh $(ARGS)

attack: $(CORE) $(TEST_PACKAGES)
	@$(PY) benchmarks/attack.py $(ARGS)

mutate: $(CORE) $(TEST_PACKAGES)
	@$(PY) -m pip install --quiet --disable-pip-version-check "mutmut>=3.8"
	@$(PY) tools/mutate.py $(ARGS)

test-lowest: $(PACKAGES)
	@env -u PYTHONDONTWRITEBYTECODE $(PY) tools/lowest.py $(or $(ARGS),$(QUICK_TESTS))

audit: $(PACKAGES)
	@$(PY) tools/audit.py

wheel: $(PACKAGES)
	@$(PY) tools/wheel.py $(ARGS)

bench: $(CORE) $(TEST_PACKAGES)
	@$(PY) benchmarks/run.py $(ARGS)

screenshots: $(CORE) $(TEST_PACKAGES)
	@CHROMIUM="$$(sh tools/browser.sh chromium)" && export CHROMIUM && $(PY) tools/screenshots.py $(ARGS)

clean:
	rm -rf .venv build out dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +
