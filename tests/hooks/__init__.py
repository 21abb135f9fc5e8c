"""The door of a client's hooks, with events as the client writes them."""
