"""Formats: a report in, text of one format out; one format a file, one line in this table."""

from __future__ import annotations

from tallystick.exporters import csv_rows, json_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from tallystick.model.spending import Spending

    class Exporter(Protocol):
        """What a module of this folder must have."""

        def render(self, spending: Spending) -> str:
            """Return the report as text, with a line feed at its end."""


EXPORTERS: dict[str, Exporter] = {"json": json_rows, "csv": csv_rows}
