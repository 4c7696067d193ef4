"""The resources, a module each."""
