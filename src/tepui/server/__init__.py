"""Play in the browser: a folder for each feature, and the straight line from a click to every screen."""
