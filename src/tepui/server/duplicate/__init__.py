"""Tables that share their chance: daily tables and evenings."""
