"""The command line: reads, calls, prints; it decides nothing."""
