"""All tables: opened, listed, left; their sockets and deadlines."""
