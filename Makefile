# What can be done here; `make help` lists it. Each target sets up what it needs, once.

DEMAND ?= examples/chat-and-coding.yaml
UV ?= uv
EXAMPLES ?= 500
POSTGRES ?= postgresql://root@127.0.0.1:5432/test
bin := .venv/bin
setup_inputs := scripts/setup.sh scripts/runtime_lock.py pyproject.toml requirements.lock

.DEFAULT_GOAL := help
.PHONY: help setup quote test check fmt bench lock serve openapi released lint fuzz rounds soak

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: .venv/.dev ## install planner and the development tools into .venv

quote: .venv/.runtime ## print the quote for DEMAND=examples/chat-and-coding.yaml
	@$(bin)/planner quote $(DEMAND)

test: .venv/.dev ## run all tests, a file at a time on each core
	$(bin)/pytest --numprocesses=auto --maxprocesses=8 --dist=loadfile

check: .venv/.dev ## check format, lint, types, layers, generated docs, profiles
	$(bin)/ruff format --check
	$(bin)/ruff check
	$(bin)/pyright --warnings
	$(bin)/lint-imports --no-logo
	for page in formulation coverage_table cli_docs demand_docs readme; do \
		$(bin)/python scripts/$$page.py --check || exit 1; done
	$(bin)/planner profiles check

fmt: .venv/.dev ## format, and mend what ruff can mend
	$(bin)/ruff check --fix-only
	$(bin)/ruff format

bench: .venv/.dev ## run the benchmarks that are quick; bench/README.md names the others
	$(bin)/pytest bench --benchmark-only --benchmark-columns=min,median,rounds
	$(bin)/python -m bench

serve: .venv/.dev ## serve the REST API on 127.0.0.1:8080
	$(bin)/planner-api

openapi: .venv/.dev ## renew openapi.json from the service
	$(bin)/planner-api openapi >openapi.json

released: openapi ## make openapi.json the released one, which later ones must not break
	$(bin)/python scripts/api_changes.py --release

lint: ## lint openapi.json with a public linter (needs node)
	npx --yes @redocly/cli@2.77.0 lint --config redocly.yaml openapi.json

fuzz: .venv/.dev ## fuzz the service, EXAMPLES=500 an operation, on SQLite and POSTGRES
	$(bin)/python scripts/fuzz.py --examples $(EXAMPLES)
	$(bin)/python scripts/fuzz.py --examples $(EXAMPLES) --new-database-on $(POSTGRES)

rounds: .venv/.dev ## 12 parallel quotes equal 12 serial ones, over 100 rounds
	PLANNER_ROUNDS=100 $(bin)/pytest tests/api/test_workers.py -k parallel

soak: .venv/.dev ## 10,000 quotes on a growing database: memory and latency
	$(bin)/python -m bench.service.soak

lock: ## renew requirements.lock with uv; UPGRADE=--upgrade takes newer versions
	$(UV) pip compile pyproject.toml --extra api --extra documents --group build --group dev \
		--universal --python-version 3.12 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		--quiet --output-file requirements.lock $(UPGRADE)

.venv/.runtime: $(setup_inputs)
	@scripts/setup.sh runtime

.venv/.dev: .venv/.runtime
	@scripts/setup.sh dev
