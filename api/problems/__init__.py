"""Errors as RFC 9457 problem details, of a few stable types."""
