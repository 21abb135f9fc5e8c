"""Formats: rows in, text of one format out; one format a file."""
