"""Tepui Minds: questions about what a player can know, with exact answers; nobody who answers sees more than they."""
