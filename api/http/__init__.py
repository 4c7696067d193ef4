"""What holds for every request, whatever it asks: bodies, headers, logs, the client on the line."""
