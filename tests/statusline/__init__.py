"""Renders of the status line, in this process and as the client runs them."""
