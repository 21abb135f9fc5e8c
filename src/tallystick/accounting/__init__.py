"""Arithmetic over history: prices by date, totals, zones; records in, records out."""
