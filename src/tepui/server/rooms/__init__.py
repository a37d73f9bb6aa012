"""One room and all rooms: seats, bots, help, chat, and the game on the table."""
