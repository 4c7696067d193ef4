"""How fast quotes are answered: beside a POST that does nothing, and for 1, 8 and 32 clients.

`python -m bench.service.load --postgres postgresql://root@127.0.0.1:5432/test`
"""

import argparse
from contextlib import nullcontext

from bench.service.client import load
from bench.service.running import postgres, running

REQUESTS = 400
QUOTE, NOTHING = "/v1/quotes", "/bench/nothing"
LEAST_RATIO, MOST_P50_MS = 0.05, 30.0


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgres", default="", help="a server's address; omitted: SQLite alone")
    asked = parser.parse_args()
    _ratio()
    for name in ("sqlite", *(["postgresql"] if asked.postgres else [])):
        place = postgres(asked.postgres) if name == "postgresql" else nullcontext("")
        with place as url, running(url) as service:
            load(service.port, QUOTE, 8, 50)
            for clients in (1, 8, 32):
                found = load(service.port, QUOTE, clients, REQUESTS)
                print(
                    f"{name:10} {clients:2} clients: {found.per_s:6.1f} quotes/s  "
                    f"p50 {found.quantile_ms(0.5):6.1f} ms  p99 {found.quantile_ms(0.99):6.1f} ms  "
                    f"{found.failed} failed"
                )


def _ratio() -> None:
    """One worker, one client: quotes a second / POSTs a second that only validate the same body."""
    with running(workers=1) as service:
        for path in (QUOTE, NOTHING):
            load(service.port, path, 1, 50)
        nothing = load(service.port, NOTHING, 1, 3 * REQUESTS)
        quotes = load(service.port, QUOTE, 1, REQUESTS)
        ratio, p50_ms = quotes.per_s / nothing.per_s, quotes.quantile_ms(0.5)
        print(
            f"one worker, one client: {quotes.per_s:.1f} quotes/s, p50 {p50_ms:.1f} ms; "
            f"validating alone {nothing.per_s:.1f}/s; ratio {ratio:.3f}"
        )
        print(f"  wanted: ratio {LEAST_RATIO} or more, p50 {MOST_P50_MS:g} ms or less")


if __name__ == "__main__":
    main()
