"""The packed form of events is what the index keeps: its layout is part of the stored format."""

from __future__ import annotations

from tallystick.model import event


def test_records_have_their_widths() -> None:
    """A moment, a call, a result, a word: bytes in every index that was ever written: 4+2+1+1+8*6+4, and so on."""
    assert (60, 98, 72, 4) == (event.MOMENT.size, event.CALL_ROW.size, event.RESULT_ROW.size, event.WORD.size)


def test_records_come_back_as_they_were_put() -> None:
    """The largest and the smallest values of each field."""
    key = (1 << 63) - 1
    moment = ((1 << 32) - 1, 65535, 255, 255, key, -1, key, 0, key, key, (1 << 32) - 1)
    call = (1, 1, 255, 5, *[key] * 4, -1, 0x7FFFFFFF, *[key] * 5, (1 << 32) - 1, (1 << 32) - 1, 65535)
    result = (1, 1, 255, 0, key, (1 << 32) - 1, event.NO_EXIT, 65535, bytes(16), b"\xff" * 16, key, 0)

    assert moment == event.MOMENT.unpack(event.MOMENT.pack(*moment))
    assert call == event.CALL_ROW.unpack(event.CALL_ROW.pack(*call))
    assert result == event.RESULT_ROW.unpack(event.RESULT_ROW.pack(*result))


def test_kinds_keep_their_numbers() -> None:
    """They are stored: what is new is appended."""
    assert "human prompt" == event.MOMENT_KINDS[event.PROMPT]
    assert ("brief", 9) == (event.MOMENT_KINDS[event.BRIEF], event.BRIEF)
    assert ("spawn", 5) == (event.CALL_KINDS[event.SPAWN], event.SPAWN)
    assert (10, 6) == (len(event.MOMENT_KINDS), len(event.CALL_KINDS))


def test_flags_are_bits_of_their_own() -> None:
    """No two flags of one record share a bit, and all fit their field."""
    moments = (event.SIDECHAIN, event.META, event.SYNTHETIC, event.CLAIMS_DONE, event.STOPPED)
    calls = (event.NETWORK, event.VIEWER, event.REDIRECT, event.TEST, event.COMMIT, event.CI, event.BACKGROUND)
    results = (event.IS_ERROR, event.HAS_IMAGE, event.PERSISTED, event.UNCHANGED_STUB, event.DENIED, event.INTERRUPTED)
    more = (event.LAUNCHED, event.NO_SUCH_PATH, event.UNKNOWN_FLAG, event.NO_SUCH_COMMAND, event.FAILURE_MARKERS)

    assert 31 == sum(moments)
    assert 511 == sum((*calls, event.WHOLE_FILE, event.REPLACE_ALL))
    last = (event.SUCCESS_MARKERS, event.NUMBERED, event.COMMIT_MARKERS, event.CI_MARKERS)
    assert 32767 == sum((*results, *more, *last))
