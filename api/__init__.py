"""The REST service over planner: quotes for procurement tools, kept, proven and audited."""
