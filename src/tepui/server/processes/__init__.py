"""Several processes over one database: each table lives in one of them."""
