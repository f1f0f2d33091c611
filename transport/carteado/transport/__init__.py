"""The WebSocket connection and the event loop that both ends share."""
