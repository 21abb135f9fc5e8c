"""The bridge under the real pi: what the stand-in was sent is the truth."""
