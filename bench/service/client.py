"""Clients as light as can be, so that the service is what is measured: raw HTTP, kept open."""

import json
import socket
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SMALL: Final = json.loads(
    (Path(__file__).resolve().parents[2] / "examples" / "small.json").read_text()
)
BODY: Final = json.dumps(SMALL, separators=(",", ":")).encode()


@dataclass(frozen=True)
class Load:
    """What one run measured."""

    seconds: list[float]
    """Of each request, in order of their end."""
    wall_s: float
    failed: int

    @property
    def per_s(self) -> float:
        """Requests a second."""
        return len(self.seconds) / self.wall_s

    def quantile_ms(self, share: float) -> float:
        """Of the seconds, in ms."""
        ranked = sorted(self.seconds)
        return 1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def request(path: str, body: bytes = BODY) -> bytes:
    """A POST as it goes over the line."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def load(port: int, path: str, clients: int, count: int) -> Load:
    """So many requests by so many clients, each on one connection."""
    raw, seconds, failed = request(path), [], []
    todo = iter(range(count))
    lock = threading.Lock()

    def work() -> None:
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                with lock:
                    if next(todo, None) is None:
                        return
                start = time.perf_counter()
                line.sendall(raw)
                status = read_answer(line)
                seconds.append(time.perf_counter() - start)
                if status >= 300:
                    failed.append(status)

    threads = [threading.Thread(target=work) for _ in range(clients)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Load(seconds, time.perf_counter() - start, len(failed))


def read_answer(line: socket.socket) -> int:
    """The status of an answer, all of which has been read."""
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = line.recv(65536)
        if not chunk:
            raise ConnectionError
        data += chunk
    head, _, rest = data.partition(b"\r\n\r\n")
    length = 0
    for field in head.split(b"\r\n")[1:]:
        name, _, value = field.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(rest) < length:
        rest += line.recv(65536)
    return int(head.split(b" ")[1])
