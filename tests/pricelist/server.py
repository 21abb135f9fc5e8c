"""Serves the price list on loopback, as AWS does or with one fault at a time."""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.pricelist.offers import OFFER, everything, price_list

Answer = Callable[[BaseHTTPRequestHandler, bytes], None]
REGIONS = {"us-east-1": "USE1", "eu-west-1": "EUW1"}
BLOCK = b" " * (1 << 16)


class PriceListServer(ThreadingHTTPServer):
    """Files by path, the requests that came, and how a file is answered now."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Door)
        self.files = {path: json.dumps(file).encode() for path, file in all_files().items()}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.answer: Answer = serve
        self.stop = threading.Event()  # lets the slow answers go when the test is over

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that hangs up is what some tests are about."""

    @property
    def base(self) -> str:
        """What TALLY_PRICE_LIST_URL is set to."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def put(self, content: object, region: str = "us-east-1") -> None:
        """Serve this as the file of a region; bytes as they are, anything else as JSON."""
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.files[region_path(region)] = data


class _Door(BaseHTTPRequestHandler):
    server: PriceListServer

    def do_GET(self) -> None:
        self.server.asked.append((self.path, dict(self.headers.items())))
        data = self.server.files.get(self.path)
        if data is None:
            self.send_error(404)
        else:
            self.server.answer(self, data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Keep the test's output clean."""


def region_path(region: str, offer: str = OFFER) -> str:
    """Where the file of a region lies."""
    return f"/offers/v1.0/aws/{offer}/current/{region}/index.json"


def all_files() -> dict[str, object]:
    """The three kinds of files that AWS serves: the index of offers, the index of regions, and each region's own."""
    files: dict[str, object] = {
        region_path(region): price_list(everything(code), region) for region, code in REGIONS.items()
    }
    files[f"/offers/v1.0/aws/{OFFER}/current/region_index.json"] = {
        "formatVersion": "v1.0",
        "regions": {region: {"regionCode": region, "currentVersionUrl": region_path(region)} for region in REGIONS},
    }
    files["/offers/v1.0/aws/index.json"] = {
        "formatVersion": "v1.0",
        "offers": {OFFER: {"currentRegionIndexUrl": f"/offers/v1.0/aws/{OFFER}/current/region_index.json"}},
    }
    return files


@contextmanager
def running() -> Iterator[PriceListServer]:
    """A server that answers until the block ends."""
    with PriceListServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.stop.set()
            server.shutdown()
            thread.join()


def send(door: BaseHTTPRequestHandler, data: bytes, code: int = 200, /, **headers: str) -> None:
    """One answer with these headers (underscores for hyphens); Content-Length is right unless given."""
    door.send_response(code)
    for name, value in ({"Content_Length": str(len(data))} | headers).items():
        door.send_header(name.replace("_", "-"), value)
    door.end_headers()
    door.wfile.write(data)


def serve(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """As AWS does: gzip for who takes it, a tag, and 304 for who has that tag."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    dates = {"Last_Modified": "Tue, 01 Dec 2026 12:44:10 GMT", "ETag": tag}
    if door.headers.get("If-None-Match") == tag:
        send(door, b"", 304, **dates)
    elif "gzip" in door.headers.get("Accept-Encoding", ""):
        send(door, gzip.compress(data), Content_Encoding="gzip", **dates)
    else:
        send(door, data, **dates)


def with_status(code: int) -> Answer:
    """An error page."""
    return lambda door, data: door.send_error(code)


def redirect_to(base: str) -> Answer:
    """The same path elsewhere, once: a request that carries a query was redirected already."""

    def answer(door: BaseHTTPRequestHandler, data: bytes) -> None:
        send(door, b"", 302, Location=f"{base}{door.path}")

    return answer


def cut(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """Half of the file, and the length of all of it."""
    send(door, data[: len(data) // 2], Content_Length=str(len(data)), Connection="close")
    door.close_connection = True


def cut_silently(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """Half of the file, and a length that says so."""
    send(door, data[: len(data) // 2])


def cut_gzip(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """A compressed file without its end, and a length that says so."""
    send(door, gzip.compress(data)[:-20], Content_Encoding="gzip")


def broken_gzip(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """A compressed file with other bytes in its middle."""
    packed = gzip.compress(data)
    send(door, packed[:40] + bytes(60) + packed[100:], Content_Encoding="gzip")


def other_coding(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """A coding that nobody asked for."""
    send(door, data, Content_Encoding="br")


def large(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """70 MB, announced."""
    send(door, b"", Content_Length=str(70_000_000), Connection="close")


def endless(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """A body without a length that does not end."""
    door.send_response(200)
    door.end_headers()
    for _ in range(2000):  # 131 MB
        door.wfile.write(BLOCK)


def bomb(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """A small file that unpacks to 70 MB."""
    send(door, gzip.compress(bytes(70_000_000), 9), Content_Encoding="gzip")


def silent(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """Nothing at all until the test is over."""
    _stop(door).wait(20)


def dripping(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """A byte now and then."""
    door.send_response(200)
    door.send_header("Content-Length", str(len(data)))
    door.end_headers()
    for byte in data:
        door.wfile.write(bytes([byte]))
        if _stop(door).wait(0.05):
            return


def dripping_headers(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """A header now and then."""
    door.wfile.write(b"HTTP/1.0 200 OK\r\n")
    for number in range(400):
        door.wfile.write(f"X-{number}: y\r\n".encode())
        if _stop(door).wait(0.05):
            return


def _stop(door: BaseHTTPRequestHandler) -> threading.Event:
    server = door.server
    assert isinstance(server, PriceListServer)
    return server.stop


def no_http(door: BaseHTTPRequestHandler, data: bytes) -> None:
    """An answer that is no HTTP."""
    door.wfile.write(b"220 mail.example ESMTP\r\n")
    door.close_connection = True
