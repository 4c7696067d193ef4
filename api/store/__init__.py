"""What the service keeps, in SQLite or PostgreSQL: quotes, keys, entries, jobs, the trail."""
