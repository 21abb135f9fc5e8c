"""The ledger of savings under load, under kills, and beside the tools that others read it with."""
