"""What a host operates the server with: commands, settings, logs, metrics."""
