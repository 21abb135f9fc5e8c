"""The hot door behind the commit hooks: it starts in a bare interpreter, from the kernel alone, and exits 0."""
