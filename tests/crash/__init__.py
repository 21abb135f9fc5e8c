"""Kills a sync at every system call by which it writes, and looks at what is left."""
