"""Calling people whose move it is: to an address of their own, or by their browser's push service."""
