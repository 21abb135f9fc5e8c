"""The real client, run live against the stand-in: what it was served and what `tally` says must agree."""
