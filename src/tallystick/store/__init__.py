"""The index: all SQL lives here, and nothing else does."""
