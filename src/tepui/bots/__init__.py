"""Who plays: what a bot is, levels, names, and bots as programs of their own."""
