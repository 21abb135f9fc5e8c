"""Where an agent's transcripts live, declared."""

from __future__ import annotations

from tallystick.model.source import Place, Source


def test_a_source_declares_and_opens_nothing() -> None:
    """Variable, defaults, folder, endings."""
    source = Source(variable="V", defaults=("~/v",), folder="f", suffix=".x", sidecar=".y", expires=False)

    assert ("V", ("~/v",), "f", ".x", ".y") == (
        source.variable,
        source.defaults,
        source.folder,
        source.suffix,
        source.sidecar,
    )


def test_a_place_names_transcript_and_session() -> None:
    """And whether a child wrote it."""
    place = Place("a", "s", is_subagent=True)

    assert ("a", "s", True) == (place.transcript, place.session, place.is_subagent)
