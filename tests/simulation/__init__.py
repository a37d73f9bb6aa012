"""Whole evenings decided by one number: people, processes, harms, and what must hold."""
