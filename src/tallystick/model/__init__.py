"""The records that the layers hand to each other; no I/O, no clock, no arithmetic."""
