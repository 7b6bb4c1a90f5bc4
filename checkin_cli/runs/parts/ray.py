"""
The engine of a cluster: parts as tasks of Ray core, which may run each of them once.
"""

import contextlib
import os
import signal
import tempfile
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from checkin_cli.errors import UsageError
from checkin_cli.runs.parts.interface import LOOK_EVERY, Order, run_in_window
from checkin_cli.runs.parts.work import render_part
from checkin_cli.runs.undisturbed import undisturbed


class RayEngine:
    """
    Tasks without retries, whose results are files: the claims on disk are the guarantee, the engine is a second lock.
    """

    def __init__(self, address: str | None) -> None:
        """
        Connect to a cluster, or start one on this machine that ends with the run. Raises `UsageError` where that fails.
        """
        # Nothing about a run is reported to anybody, and no stack is printed where it is told to end.
        os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_DISABLE_FAILURE_SIGNAL_HANDLER="1")
        try:
            import ray
        except ImportError:
            raise UsageError("engine_missing", "no ray", "checkin-cli[engine]") from None
        self._ray: Any = ray
        # The log of a cluster of our own ends with it.
        self._logs = tempfile.TemporaryDirectory(prefix="checkin-", ignore_cleanup_errors=True)
        where = {"address": address} if address else _on_this_machine(self._logs.name)
        try:
            with _signals_held():
                ray.init(logging_level="ERROR", log_to_driver=False, **where)
        except (ConnectionError, RuntimeError, ValueError):
            raise UsageError("engine_unreachable", "no cluster at this address", "a running cluster") from None
        except BaseException:
            self._end()
            raise

    def workers(self) -> int:
        """One for each processor of the cluster."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, orders: Sequence[Order], workers: int, stopping: threading.Event) -> Iterator[int]:
        """
        Yield the number of each order when its task has ended. Leaving early ends the tasks.
        """
        task = self._ray.remote(max_retries=0, retry_exceptions=False, num_cpus=1)(render_part)

        def start(order: Order) -> Any:  # noqa: ANN401  # the engine has no types
            with _signals_held():
                return task.remote(order)

        def ended(running: Sequence[Any]) -> Sequence[Any]:
            with _signals_held():
                done, _ = self._ray.wait(running, num_returns=1, timeout=LOOK_EVERY)
            return list(done)

        try:
            yield from run_in_window(orders, workers, stopping, start, ended)
        finally:
            self._end()

    def _end(self) -> None:
        with _signals_held():
            self._ray.shutdown()
            self._logs.cleanup()


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """
    Let signals wait until the block has ended, those too of which the engine hears first.

    It has a SIGTERM of its own, loses the exit code of another one, and ends well in good order alone.
    """
    with undisturbed() as waiting:
        try:
            yield
        except SystemExit:
            waiting.append(signal.SIGTERM)
            raise


def _on_this_machine(logs: str) -> dict[str, object]:
    """
    A cluster of this machine alone.
    """
    return {"address": "local", "_node_ip_address": "127.0.0.1", "_temp_dir": logs, "include_dashboard": False}
