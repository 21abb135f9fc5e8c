"""The sample history that the package ships: invented sessions in the newest client's shapes, told by small stories.

`python -m tests.sample.write` writes it, and with it what a reader must find, counted while it is told.
"""
