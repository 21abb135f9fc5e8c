"""SHA-256: the digest of the standard, with and without OpenSSL."""

from __future__ import annotations

import importlib
import sys

import pytest

from tallystick.kernel import sha256 as module

# FIPS 180-2, appendix B.1
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_digest() -> None:
    """The standard's own example."""
    assert module.sha256(b"abc").hexdigest() == ABC


def test_without_openssl(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python without OpenSSL gives the same digest."""
    monkeypatch.setitem(sys.modules, "_hashlib", None)
    try:
        assert importlib.reload(module).sha256(b"abc").hexdigest() == ABC
    finally:
        monkeypatch.undo()
        importlib.reload(module)
