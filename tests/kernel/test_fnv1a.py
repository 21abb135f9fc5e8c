"""Digests beside those that the algorithm's authors published."""

from __future__ import annotations

from tallystick.kernel.fnv1a import digest


def test_published_digests() -> None:
    """From the test suite of draft-eastlake-fnv."""
    assert digest(b"") == "cbf29ce484222325"
    assert digest(b"a") == "af63dc4c8601ec8c"
    assert digest(b"foobar") == "85944171f73967e8"
