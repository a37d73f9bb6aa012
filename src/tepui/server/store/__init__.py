"""What is on disk: the schema, the store, its one writer, on SQLite or PostgreSQL."""
