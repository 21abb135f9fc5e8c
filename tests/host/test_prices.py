"""Price files from disk: the shipped ones, or one that stands for them; every fault in one line."""

from __future__ import annotations

import hashlib
import json
import marshal
import os
from pathlib import Path

import pytest

from tallystick.accounting.pricebook import PriceBook
from tallystick.errors import PriceError
from tallystick.host.prices import chosen_file, compile_prices, shipped_files, stamp

SHORT = {"models": {"m": {"input": 3, "output": 15}}}


def write(folder: Path, text: str) -> str:
    """A price file with this text."""
    path = folder / "p.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


def fault_of(path: str) -> str:
    """The message that a file is refused with, the path cut off."""
    with pytest.raises(PriceError) as raised:
        compile_prices(path)
    return str(raised.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("option", "environ", "expected"),
    [
        (None, {}, None),
        (None, {"TALLY_PRICE_FILE": ""}, None),
        (None, {"TALLY_PRICE_FILE": "e.json"}, "e.json"),
        ("o.json", {"TALLY_PRICE_FILE": "e.json"}, "o.json"),
    ],
)
def test_the_option_comes_before_the_variable(
    option: str | None, environ: dict[str, str], expected: str | None
) -> None:
    """An empty variable is none."""
    assert expected == chosen_file(option, environ)


def test_the_shipped_prices_are_the_default() -> None:
    """Two files, one digest over both, their version and the newest date of their rows; no network."""
    files = shipped_files()
    book = PriceBook.from_compiled(compile_prices(None))
    digest = hashlib.sha256(b"".join(Path(path).read_bytes() for path in files)).hexdigest()

    assert ["anthropic.json", "bedrock.json"] == [os.path.basename(path) for path in files]
    assert (digest, "shipped") == (book.sha256, book.origin)
    assert book.version == book.as_of
    assert {100_000, 200_000} == book.thresholds


def test_a_file_replaces_them_all(tmp_path: Path) -> None:
    """Only its models have prices, and it is named where they come from."""
    path = write(tmp_path, json.dumps(SHORT))
    book = PriceBook.from_compiled(marshal.loads(marshal.dumps(compile_prices(path))))

    assert (path, 1, "") == (book.origin, len(book.rows), book.version)
    assert book.quote("m", 0) is not None
    assert book.quote("claude-opus-5-5", 0) is None


def test_a_number_keeps_its_digits(tmp_path: Path) -> None:
    """0.1 + 0.2 of a binary float would be 0.30000000000000004; here 0.3 stays 0.3, and 1.10 is 1.1."""
    path = write(tmp_path, '{"models": {"m": {"input": 0.3, "output": 1.10}}}')
    quote = PriceBook.from_compiled(compile_prices(path)).quote("m", 0)

    assert quote is not None
    assert (3 * 10**11, 11 * 10**11) == (quote.rates.input, quote.rates.output)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    """Some editors write one."""
    assert compile_prices(write(tmp_path, "\ufeff" + json.dumps(SHORT)))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ('{"models": {"m": {"input": 3,}}}', "is not JSON: "),
        ("[" * 100_000, "is not JSON: "),
        ('{"models": {"m": {"input": 3}, "m": {"input": 4}}}', "'m' stands twice in one object"),
        ('{"models": {"m": {"input": NaN}}}', "models.m.input: 'nan' is not a plain decimal number of zero or more;"),
        ('{"models": {"m": {"input": 1e1}}}', "models.m.input: '1e1' is not a plain decimal number of zero or more;"),
        ('{"models": {"m": {"input": 0.12345678}}}', "models.m.input: '0.12345678' has more than six decimals"),
        ("[]", "top level: a list where an object is expected;"),
        (
            '{"rows": [{"model": "m", "tier": "api", "input": "1"}, {"model": "m", "tier": "api", "input": "2"}]}',
            "rows[0] and rows[1] both price m (api) at the same time; end one where the other begins",
        ),
    ],
)
def test_each_fault_is_one_line(tmp_path: Path, text: str, fault: str) -> None:
    """The file, the place and the fault."""
    said = fault_of(write(tmp_path, text))

    assert said.startswith(fault)
    assert "\n" not in said


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """Not JSON either."""
    path = tmp_path / "p.json"
    path.write_bytes(b'{"models": "\xff\xfe"}')

    assert fault_of(str(path)).startswith("is not JSON: ")


def test_a_missing_file(tmp_path: Path) -> None:
    """It is asked for again, and never replaced by the shipped prices in silence."""
    path = str(tmp_path / "none.json")

    assert "cannot be read (No such file or directory); give a readable JSON file of prices" == fault_of(path)
    with pytest.raises(PriceError, match="cannot be read"):
        stamp(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """What cannot be read is said so."""
    assert "cannot be read (Is a directory); give a readable JSON file of prices" == fault_of(str(tmp_path))


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    """17 MiB are no price list."""
    path = tmp_path / "p.json"
    with path.open("wb") as file:
        file.truncate(17 * 1024 * 1024)

    assert "larger than 16 MiB; that is no price file" == fault_of(str(path))


def test_the_stamp_changes_with_the_file(tmp_path: Path) -> None:
    """Another size or another time is another stamp; the same file has the same."""
    path = write(tmp_path, "{}")
    before = stamp(path)
    os.utime(path, ns=(1, 1))

    assert before != stamp(path)
    assert stamp(path) == stamp(path)
    assert all(os.path.basename(name) in stamp(None) for name in shipped_files())
