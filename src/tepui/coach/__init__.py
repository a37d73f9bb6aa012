"""Help for people: what a player could know, and why."""
