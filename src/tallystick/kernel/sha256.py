"""SHA-256 without `hashlib`, whose import costs a tenth more and brings nothing that a ledger needs."""

from __future__ import annotations

try:
    from _hashlib import openssl_sha256 as sha256
except ImportError:  # a Python that was built without OpenSSL; its own code takes five times as long
    from hashlib import sha256

__all__ = ["sha256"]
