"""Arithmetic on numbers: no files, no solver, no schemas."""
