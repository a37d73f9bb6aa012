"""Tepui on one device, without a server: the server's own rooms and addresses, kept where the page keeps things."""
