# Everything runs in .venv, which is made from requirements.lock on first use: only Python 3.11+, pip and make are needed.
# The extras (what proofreads Korean, the engine, the driver of a browser) are added from requirements-full.lock for the
# targets that need them.
# The Python below an activated .venv, which has no pip of its own.
PYTHON ?= $(shell python3 -c 'import sys; print(getattr(sys, "_base_executable", sys.executable))')
BIN := .venv/bin
READY := .venv/.ready
FULL := .venv/.full

.PHONY: demo test test-full bench mutation authoring check lint format clean

demo: $(READY)
	mkdir -p build
	$(BIN)/checkin render fixtures/day -o build/demo --force --table
	@echo "one of them:" && cat build/demo/week-in-range.txt

test: $(READY)
	$(BIN)/python -m pytest -q -m "not full"

test-full: $(FULL)
	$(BIN)/python -m pytest -q -m full -rs

bench: $(READY)
	$(BIN)/python bench/load.py
	$(BIN)/python bench/batch.py
	$(BIN)/python bench/golden.py

mutation: $(READY)
	$(BIN)/python -m tests.mutation

# What doctrine lint, doctrine lock and draft need; nothing is checked.
authoring: $(FULL)
	@echo "installed in .venv: . .venv/bin/activate"

check: lint test

lint: $(FULL)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/checkin doctrine lock --doctrine doctrine
	git diff --exit-code doctrine/doctrine.lock doctrine/compiled.json

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# A venv without its own pip works on Debian's externally managed Python too, and needs no python3-venv package.
$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv --clear --without-pip .venv
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --require-hashes -r requirements.lock
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --no-deps --no-build-isolation -e .
	touch $@

$(FULL): $(READY) requirements-full.lock
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --require-hashes -r requirements-full.lock
	touch $@
