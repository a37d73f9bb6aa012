"""Tepui: a table for games of lost codes and lost cities."""
