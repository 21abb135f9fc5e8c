"""The bench's own parts are tested too: a wrong expectation would prove anything."""
