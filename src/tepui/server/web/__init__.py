"""What every address shares: limits, files, boards, and the protocols below them."""
