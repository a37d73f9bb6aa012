"""Addresses, cookies, limits and plain pages: everything that is asked over HTTP."""
