"""From an order to a stored quote: at once, once for each key, or as a job."""
