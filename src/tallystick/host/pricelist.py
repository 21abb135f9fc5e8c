"""Fetches one file of the AWS Price List: capped in size and time, from one host, and never half of it."""

from __future__ import annotations

import time

from tallystick.errors import DownloadError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from http.client import HTTPResponse
    from typing import Any
    from urllib.request import OpenerDirector

BASE = "https://pricing.us-east-1.amazonaws.com"
VARIABLE = "TALLY_PRICE_LIST_URL"
LARGEST = 64 << 20  # bytes, before and after decompression; the largest region's file has 0.5 MB today
SECONDS = 30.0  # for all of it: name, connection, answer and every byte
_CHUNK = 1 << 16
_HERE = ("127.0.0.1", "::1", "localhost")


class Download:
    """A file as it came: its bytes, and the tag by which the server knows this version again ("" if it gives none)."""

    __slots__ = ("data", "tag")

    def __init__(self, data: bytearray, tag: str) -> None:
        self.data = data
        self.tag = tag


def address(offer: str, region: str, environ: Mapping[str, str]) -> str:
    """Return where a region's file lies; TALLY_PRICE_LIST_URL names another server with the same paths."""
    base = environ.get(VARIABLE) or BASE
    from urllib.parse import urlsplit

    parts = urlsplit(base)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _HERE):
        raise UsageError(f"{VARIABLE} is {base[:80]!r}; write an https:// address, or http:// for this machine")
    return f"{base.rstrip('/')}/offers/v1.0/aws/{offer}/current/{region}/index.json"


def download(url: str, tag: str = "", *, seconds: float = SECONDS, largest: int = LARGEST) -> Download | None:
    """Fetch a file; None if the server still has the version `tag`. DownloadError is one line that says what failed.

    A thread of its own does it, so that nothing (a name server, a header a minute) can hold us longer than `seconds`.
    """
    from threading import Thread

    found: list[Download | Exception | None] = []

    def fetch() -> None:
        try:
            found.append(_fetch(url, tag, time.monotonic() + seconds, largest))
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller's thread must hear of it
            found.append(error)

    thread = Thread(target=fetch, daemon=True)
    thread.start()
    thread.join(seconds + 1)
    if not found:
        raise _too_slow(url, seconds)
    if isinstance(found[0], Exception):
        raise _explain(found[0], url, seconds) from found[0]
    return found[0]


def parse(download: Download, url: str) -> object:
    """Read a file as JSON; DownloadError where it is none, or says one key twice with two meanings."""
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if found.setdefault(key, value) != value:
                raise DownloadError(f"{url}: {key[:40]!r} stands there twice with two values")
        return found

    try:
        return json.loads(download.data, parse_float=str, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise DownloadError(f"{url}: is not JSON ({error})") from None


def _fetch(url: str, tag: str, deadline: float, largest: int) -> Download | None:
    from urllib.error import HTTPError
    from urllib.request import Request

    headers = {"Accept-Encoding": "gzip", "User-Agent": "tallystick"} | ({"If-None-Match": tag} if tag else {})
    request = Request(url, headers=headers)  # noqa: S310 - `address` has seen to the scheme
    try:
        response = _opener().open(request, timeout=max(deadline - time.monotonic(), 0.01))
    except HTTPError as error:
        if error.code != 304 or not tag:
            raise
        error.close()
        return None
    with response:
        length = response.headers.get("Content-Length", "")
        if length.isdigit() and int(length) > largest:
            raise _too_large(url, largest)
        data, received = _read(response, url, deadline, largest)
        if length.isdigit() and received != int(length):
            raise DownloadError(f"{url}: broke off after {received} of {length} bytes")
        return Download(data, response.headers.get("ETag", ""))


def _read(response: HTTPResponse, url: str, deadline: float, largest: int) -> tuple[bytearray, int]:
    """Return the body, decompressed, and how many bytes came."""
    import zlib

    coding = response.headers.get("Content-Encoding", "identity").lower()
    if coding not in {"identity", "gzip"}:
        raise DownloadError(f"{url}: comes in the coding {coding[:20]!r}, which was not asked for")
    opened = zlib.decompressobj(31)  # 31: gzip with its header
    body = bytearray()
    received = 0
    while chunk := response.read1(_CHUNK):
        received += len(chunk)
        # One byte more than allowed is enough to know; a small file may unpack to any size.
        body += opened.decompress(chunk, largest + 1 - len(body)) if coding == "gzip" else chunk
        if len(body) > largest or received > largest:
            raise _too_large(url, largest)
        if time.monotonic() > deadline:
            raise TimeoutError
    if coding == "gzip" and not opened.eof:
        raise DownloadError(f"{url}: broke off after {received} bytes")
    return body, received


def _opener() -> OpenerDirector:
    """Return an opener that follows a redirect only to the host it came from: prices are taken from nobody else."""
    from urllib.parse import urlsplit
    from urllib.request import HTTPRedirectHandler, build_opener

    class SameHost(HTTPRedirectHandler):
        def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
            here, there = urlsplit(req.full_url), urlsplit(newurl)
            if (here.scheme, here.netloc) != (there.scheme, there.netloc):
                fp.close()
                raise DownloadError(f"{req.full_url}: redirects to another host ({there.netloc[:80]}), refused")
            return super().redirect_request(req, fp, code, msg, headers, newurl)

    return build_opener(SameHost)


def _explain(error: Exception, url: str, seconds: float) -> Exception:
    """Turn what the network threw into one line."""
    from http.client import HTTPException
    from urllib.error import HTTPError
    from zlib import error as corrupt

    if isinstance(error, HTTPError):
        error.close()
        hint = "check AWS_REGION" if error.code in {403, 404} else "try again later"
        return DownloadError(f"{url}: the server answers {error.code}; {hint}")
    reason = getattr(error, "reason", error)
    if isinstance(reason, TimeoutError):
        return _too_slow(url, seconds)
    if isinstance(error, HTTPException | corrupt):
        return DownloadError(f"{url}: broke off ({type(error).__name__})")
    if isinstance(error, OSError):
        return DownloadError(f"{url}: cannot be reached ({reason})")
    return error


def _too_slow(url: str, seconds: float) -> DownloadError:
    return DownloadError(f"{url}: took longer than {seconds:g} s; try again later")


def _too_large(url: str, largest: int) -> DownloadError:
    return DownloadError(f"{url}: is larger than {largest >> 20} MiB, which is no price list")
