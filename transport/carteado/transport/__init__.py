"""The WebSocket connection that both ends share."""
