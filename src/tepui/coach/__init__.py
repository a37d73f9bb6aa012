"""Who teaches: what can be known and why, help, reviews, puzzles, lessons, the companion."""
