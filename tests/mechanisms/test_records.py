"""What is read of a catalogue, and when an outcome is nothing to do."""

from __future__ import annotations

from tallystick.mechanisms.records import Ask, Catalogue, Change, Outcome


def test_catalogue() -> None:
    """Entries without a name are passed over, what is not said is empty."""
    found = Catalogue.of(
        {
            "tools": [
                {
                    "name": "grep",
                    "description": "search",
                    "parameters": {"type": "object"},
                    "promptGuidelines": ["be brief", 3],
                },
                {"name": "bare"},
                {"description": "nameless"},
                "grep",
            ],
            "active": ["read", None],
            "skills": [{"name": "pdf", "description": "read PDF", "filePath": "/s/pdf.md"}, {"name": ""}],
            "skillSection": "<skills>",
        }
    )

    assert [(one.name, one.description, one.parameters, one.guidelines) for one in found.tools] == [
        ("grep", "search", {"type": "object"}, ("be brief",)),
        ("bare", "", {}, ()),
    ]
    assert (found.active, found.section) == (("read",), "<skills>")
    assert [(one.name, one.description, one.path) for one in found.skills] == [("pdf", "read PDF", "/s/pdf.md")]
    assert found.with_active(["bash"]).active == ("bash",)


def test_empty_catalogue() -> None:
    """A host that says nothing, or nonsense, has nothing."""
    found = Catalogue.of({"tools": 3, "active": "read", "skills": {}, "skillSection": 1})

    assert (found.tools, found.active, found.skills, found.section) == ((), (), (), "")


def test_ask() -> None:
    """One message of instructions and what they are about; an id that no other question has."""
    ask = Ask("bash", {"toolCallId": "c1"}, prompt="Condense.", content="text", max_tokens=1, timeout_ms=2)

    assert (ask.id, ask.tool_call_id, ask.text) == ("bash:c1", "c1", "Condense.\n\ntext")


def test_outcome() -> None:
    """An event alone is something to do; an empty list of messages is one too."""
    change = Change("m", bucket="b", surface="tool_output", before="a", after="b")

    assert Outcome().is_empty
    assert not Outcome(events=[{"kind": "lazy"}]).is_empty
    assert not Outcome(messages=[]).is_empty
    assert not Outcome(changes=[change]).is_empty
    assert not change.is_messages
    assert Change("m", bucket="b", surface="context_render", before=[], after=[]).is_messages
