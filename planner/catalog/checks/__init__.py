"""What must hold between the entries of a catalog: one module a subject."""
