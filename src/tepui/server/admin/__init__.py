"""What whoever runs the server can see and do in the browser, behind a token; no game can be looked into from here."""
