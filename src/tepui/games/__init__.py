"""The games of the house, one folder each; nobody imports them by name (see the entry points in pyproject.toml)."""
