"""Play in the browser: rooms, seats, storage, and the straight line from a click to every screen."""
