# make run     set up .venv and show what your agents spent, or the shipped sample where there is no history;
#              another page: make run TALLY_ARGS="spent --by model"
# make test    set up .venv and check everything: ruff, mypy, import contracts, pytest with coverage
# make docs    write docs/reference/ and the sample sessions in README and docs again
# make format  let ruff put the code in order
# make bench   measure beside other programs and write bench/RESULTS.md (npm, network, minutes); some rows only:
#              make bench BENCH_ARGS="--only statusline"
# make clean   remove what the other targets made
.PHONY: run test docs format bench clean
PY = .venv/bin/python

run:
	@sh .ci/setup run
ifdef TALLY_ARGS
	@.venv/bin/tally $(TALLY_ARGS)
else
	@if sh .ci/history; then .venv/bin/tally; else .venv/bin/tally --demo; fi
endif

test:
	@sh .ci/setup dev
	$(PY) -m ruff check
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo
	$(PY) -m pytest -n 2 --dist loadgroup --cov

docs:
	@sh .ci/setup dev
	$(PY) docs/generate.py
	$(PY) -m pytest -q tests/test_docs.py --update

format:
	@sh .ci/setup dev
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

bench:
	@sh .ci/setup dev
	$(PY) -m bench.index $(BENCH_ARGS)

clean:
	rm -rf .venv .venv.log .coverage htmlcov build dist .*_cache .hypothesis
