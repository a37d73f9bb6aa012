"""A game learned by playing it, a sentence at a time."""
