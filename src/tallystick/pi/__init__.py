"""What pi's extension talks to: `tally pi serve`, which does what the mechanisms say and books what they did."""
