"""The hot door behind a client's hooks: it starts in a bare interpreter, says nothing unless it has to, and exits 0."""
