"""Verbs: each reads, calls the core and writes; the only place where pure meets impure."""
