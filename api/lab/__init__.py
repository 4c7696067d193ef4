"""The lab: the page of the service, its files, and where each of its figures comes from."""
