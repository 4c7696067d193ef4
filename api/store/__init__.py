"""What the service keeps: quotes, keys, entries, jobs and the audit trail, in SQLite or PostgreSQL."""
