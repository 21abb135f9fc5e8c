"""A local ledger of what coding agents spent. This file holds the version and imports nothing."""

__version__ = "0.1.0.dev0"
