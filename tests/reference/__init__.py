"""A second opinion on what is wasted: the rules written once more, naively, from their wording alone.

It reads raw lines with `json` and imports nothing of the package. Slow, quadratic, and easy to check by eye.
"""
