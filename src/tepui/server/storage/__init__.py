"""What is on disk: the store, its schema, its one writer, and maintenance."""
