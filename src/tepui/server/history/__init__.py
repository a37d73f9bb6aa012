"""Finished games: their results, their list, their statistics."""
