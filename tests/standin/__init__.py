"""A stand-in for the Messages API on loopback, and a runner for the real client against it.

It plays scripts whose token counts are distinct numbers, so a sum says which responses were counted.
"""
