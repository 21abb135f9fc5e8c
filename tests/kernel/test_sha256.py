"""SHA-256: the digest of the standard, whoever computes it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.kernel.sha256 import Hasher, hexdigest

# FIPS 180-2, appendix B.1
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_digest() -> None:
    """The standard's own example."""
    assert hexdigest(b"abc") == ABC


@pytest.mark.parametrize("missing", [(), ("_hashlib",), ("_sha2", "_sha256"), ("_hashlib", "_sha2", "_sha256")])
def test_whoever_is_there(monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...]) -> None:
    """A Python without OpenSSL, or without code of its own, gives the same; small and large are hashed alike."""
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    hasher = Hasher(small=4)

    assert [hasher.hexdigest(b"abc") for _ in range(3)] == [ABC] * 3


def test_without_openssl_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as little was hashed, Python's own code does it."""
    monkeypatch.delitem(sys.modules, "_hashlib", raising=False)
    hasher = Hasher(small=7)

    assert [hasher.hexdigest(b"abc") for _ in range(4)] == [ABC] * 4


def loaded(code: str) -> set[str]:
    """The modules of a fresh interpreter after some code."""
    path = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    code = f"import sys; from tallystick.kernel.sha256 import Hasher; h = Hasher(10); {code}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", code], env=path, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_openssl_is_loaded_when_it_pays() -> None:
    """Not for the first bytes; for more of them, or where it is there already, it is used."""
    assert "_hashlib" not in loaded("h.hexdigest(b'abc'); h.hexdigest(b'abc')")
    assert "_hashlib" in loaded("[h.hexdigest(b'abc') for _ in range(4)]")
    assert "_hashlib" in loaded("import _hashlib; h.hexdigest(b'abc'); assert h._left == 0")
