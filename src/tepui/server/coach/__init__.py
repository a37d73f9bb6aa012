"""Lessons, puzzles and the companion in the browser."""
