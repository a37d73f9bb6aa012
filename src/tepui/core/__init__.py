"""What a game is, for any game: no network, no clock, no particular game."""
