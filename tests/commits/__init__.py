"""The commit hooks, in real repositories of the installed git."""
