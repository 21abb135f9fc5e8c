"""Makes the golden inputs of tests/filters again: real tools, run on small projects. See tests/filters/README.md."""
