"""Holds the memory that a sync takes."""
