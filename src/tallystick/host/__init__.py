"""The machine: clock, files, environment, terminal and downloads; everything impure that is not SQL."""
