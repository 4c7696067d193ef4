"""What the service promises: `openapi.json`, with an example for every body."""
