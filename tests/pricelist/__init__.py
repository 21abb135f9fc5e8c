"""A stand-in for the AWS Price List: the same format, the same addresses, and every fault on request."""
