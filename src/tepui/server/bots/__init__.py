"""Bots at the tables: the processes they think in, and those that come over the network."""
