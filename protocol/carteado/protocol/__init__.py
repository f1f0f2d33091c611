"""The messages between server and clients, their codecs and sessions, and the contents of a log."""
