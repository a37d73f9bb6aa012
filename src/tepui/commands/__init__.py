"""One module for each `tepui COMMAND` that is only a command."""
