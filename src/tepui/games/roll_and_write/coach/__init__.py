"""Who teaches Roll & Write."""
