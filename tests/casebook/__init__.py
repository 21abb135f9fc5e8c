"""The casebook: small troublesome transcripts in the client's shapes, every text and number of them invented.

A book is a module with a few cases of one kind. What a reader must find is written down by hand beside each, with its
arithmetic, and never computed by reading. `python -m tests.casebook.write` puts them into `tests/data/cases/`.
"""
