"""The service under load: `python -m bench.service.load`, `python -m bench.service.soak`."""
