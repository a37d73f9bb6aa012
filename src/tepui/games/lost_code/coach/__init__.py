"""Who teaches it."""
