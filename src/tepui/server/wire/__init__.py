"""What goes over a socket: messages, pages, and the moments of a game."""
