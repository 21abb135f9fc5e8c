"""The command line: one command a file; parse, call one task, print, choose the exit code."""
