"""What callers send and get that planner itself has no schema for."""
