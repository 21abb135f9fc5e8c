"""Pages: rows in, lines of text out; one report a file, and none of them asks for a terminal."""
