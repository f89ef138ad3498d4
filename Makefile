# Everything runs in an environment of its own, which the first target sets up from Python, a C compiler and
# the package index. Another Python: make test PYTHON=python3.13 VENV=.venv-3.13

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
BUILD_REQUIRES := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")
SANITIZER := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g
SANITIZED := tests/cython_ext tests/conformance tests/engines/test_every_game.py tests/engines/test_hidden_information.py

.PHONY: help build best-move test lint types docs package pictures bench debug sanitize clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r target text; do printf '%-10s %s\n' "$$target" "$$text"; done

build: $(VENV)/dev.stamp ## set up the environment, then compile what changed
	@$(BIN)/python setup.py -q build_ext --inplace

best-move: $(VENV)/run.stamp ## on a fresh machine too: the best move in an example position
	@$(BIN)/python setup.py -q build_ext --inplace
	$(BIN)/springtail best-move examples/butterfly.json

test: build ## run the tests, on two processes
	$(BIN)/pytest --numprocesses=2 --dist=loadfile

lint: build ## check style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint cython_ext  # it looks for pycodestyle

types: build ## check types, and the stubs against the compiled modules
	$(BIN)/python -m mypy
	MYPYPATH=.layout $(BIN)/python -m mypy.stubtest springtail.cython_ext \
		--mypy-config-file pyproject.toml --allowlist tests/stubtest_allowlist.txt

docs: build ## make the documentation site in build/site; a warning is an error
	$(BIN)/sphinx-build -W --keep-going --quiet --fresh-env -c docs . build/site

package: build ## build sdist and wheel, install the wheel elsewhere and play
	$(BIN)/pytest -m packaging

pictures: build ## draw the pictures of docs/pictures.md anew
	$(BIN)/python docs/pictures/draw.py

bench: build ## run the benchmarks
	$(BIN)/pytest bench

debug: build ## compile with bounds checks and assertions, apart from the release build, and run the tests on it
	SPRINGTAIL_DEBUG=1 $(BIN)/python setup.py -q build --build-base=build/debug --build-lib=build/debug/lib
	PYTHONPATH="$(CURDIR)/build/debug/lib" $(BIN)/pytest

sanitize: build ## the same with the address and undefined behaviour sanitizers (gcc on Linux), on the SANITIZED tests
	SPRINGTAIL_DEBUG=1 CFLAGS="$(SANITIZER)" LDFLAGS="$(SANITIZER)" \
		$(BIN)/python setup.py -q build --build-base=build/sanitize --build-lib=build/sanitize/lib
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
		ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
		PYTHONPATH="$(CURDIR)/build/sanitize/lib" $(BIN)/pytest --capture=sys $(SANITIZED)

clean: ## remove what was built; the environment stays
	rm -rf build dist .layout springtail.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
	find api engines solvers cython_ext \( -name '*.so' -o -name '*.pyd' \) -exec rm {} +

$(VENV)/run.stamp: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -c '$(BUILD_REQUIRES)' > $(VENV)/build-requires.txt
	$(PIP) -r $(VENV)/build-requires.txt
	$(PIP) --no-build-isolation -e '.[cli]'
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp
	$(PIP) --no-build-isolation -e '.[dev]'
	@touch $@
