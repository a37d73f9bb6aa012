"""The one list of messages that go over a socket."""
