"""The process that solves: one task at a time, until the service closes its pipe or is gone.

Run as `python -m api.work.worker`. Frames come on standard input and leave on what was standard
output; anything that a library prints goes to standard error. It keeps nothing: no files, no
database, no children, so that it can be killed at any moment.
"""

import gc
import os
import signal
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import Any, Final

from api.errors import Refused
from api.work.frames import Frame, packed, read_frame, write_all

MIB: Final = 2**20


def main() -> None:
    """Works until the pipe is closed."""
    descriptor = _own_pipe()
    _limit_memory(int(os.environ.get("PLANNER_WORKER_MEMORY_MB", "4096")))
    inbox: SimpleQueue[Frame] = SimpleQueue()
    threading.Thread(target=_listen, args=(inbox,), daemon=True).start()

    from api.work.tasks import Tasks

    tasks = Tasks(lambda seconds: write_all(descriptor, packed(Frame({"limit_s": seconds}))))
    tasks.warm_up()
    gc.collect()
    gc.freeze()
    write_all(descriptor, packed(Frame({"ready": True})))
    while True:
        write_all(descriptor, packed(_answer(tasks, inbox.get())))


def _own_pipe() -> int:
    """Standard output for us alone; signals are the service's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    descriptor = os.dup(1)
    os.dup2(2, 1)
    return descriptor


def _limit_memory(megabytes: int) -> None:
    if sys.platform != "win32":
        import resource

        # What is held, not what is reserved: the engine that draws pictures reserves 32 GiB.
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * MIB, megabytes * MIB))


def _listen(inbox: SimpleQueue[Frame]) -> None:
    """Hands on frames; a closed pipe ends the process at once, even in the middle of a solve."""
    while (frame := read_frame(0)) is not None:
        inbox.put(frame)
    os._exit(0)


def _answer(tasks: Any, frame: Frame) -> Frame:
    from api.problems.table import refusal_of

    try:
        return tasks.run(frame)
    except MemoryError:
        os._exit(12)
    except Exception as error:  # noqa: BLE001  the edge of the process: told, never swallowed
        try:
            refused = refusal_of(error)
        except KeyError:
            refused = Refused(
                "internal-error", "Something went wrong that should not; it is logged."
            )
        if refused.slug == "internal-error":
            _log(error)
        return Frame(
            {
                "problem": refused.slug,
                "detail": refused.detail,
                "errors": refused.errors,
                "extra": refused.extra,
            }
        )


def _log(error: Exception) -> None:
    """Where it went wrong, without the message: that may quote what the caller sent."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    sys.stderr.write(f"worker {os.getpid()}: {type(error).__name__}\n{frames}")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
