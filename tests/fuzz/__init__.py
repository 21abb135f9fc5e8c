"""Fuzzes the reader: `python -m tests.fuzz.run FOLDER` where atheris is installed; its finds are replayed everywhere."""
