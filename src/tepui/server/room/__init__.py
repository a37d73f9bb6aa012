"""One table: its state, the game, what its pages see of it, what is done at it."""
