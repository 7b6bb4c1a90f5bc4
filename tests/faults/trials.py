"""
A scene counted once, and then run again and again, each time with one fault.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.batch.served import Served
from tests.faults.calls import Call, Disturbed, disturbed, run, traced
from tests.faults.choice import of_parts
from tests.faults.scenes import Scene, endpoint, environment, snapshot
from tests.faults.verdict import Files, faults_after, half_written, unfinished

WORKERS = 2
_COUNTS = 6
Case = tuple[Call, str]


class Trials:
    """What a scene does undisturbed, and what becomes of it otherwise."""

    def __init__(self, scene: Scene, root: Path) -> None:
        self.scene = scene
        self._root = root
        self.calls: list[Call] = []
        self.whole: Files = {}
        earlier: list[Call] | None = None
        with endpoint(scene) as served:
            # Python may have written down what it compiled the first time.
            for _ in range(_COUNTS):
                if self.calls and self.calls == earlier:
                    break
                earlier = self.calls
                folder = self._laid(served)
                calls = traced(scene.command(), folder, environment(folder), root / "log", key=scene.key)
                self.calls = of_parts(calls) if scene.parts else calls
                self.whole = snapshot(folder)
                shutil.rmtree(folder)
        assert self.calls == earlier, "no two undisturbed runs make the same calls"

    def faults(self, cases: Iterable[Case], judge: "Callable[[Case, Served | None], list[str]]") -> list[str]:
        """What is wrong in any of the cases, in words."""
        cases = list(cases)
        assert cases

        def share(part: Sequence[Case]) -> list[str]:
            with endpoint(self.scene) as served:
                return [f"{call}, {fault}: {wrong}" for call, fault in part for wrong in judge((call, fault), served)]

        with ThreadPoolExecutor(WORKERS) as pool:
            shares = pool.map(share, [cases[number::WORKERS] for number in range(WORKERS)])
            return [wrong for share in shares for wrong in share]

    def fail(self, case: Case, served: Served | None) -> list[str]:
        """Let a call fail, or a signal arrive at it; what is unfinished afterwards is then completed."""
        call, fault = case
        folder = self._laid(served)
        before = snapshot(folder)
        over = self._disturbed(folder, call, fault)
        now = snapshot(folder)
        wrong = list(faults_after(self.scene, call, fault, over, before, now, self.whole))
        if over.code != self.scene.code and (self.scene.asks or "signal" in fault) and over.code != 3:
            wrong += self._completed(folder, served, loose=self.scene.asks and "signal" not in fault)
        return self._ended(folder, served, wrong)

    def kill(self, case: Case, served: Served | None) -> list[str]:
        """End the run at a call, as `kill -9` does, and complete it with the next command."""
        call, signal = case
        folder = self._laid(served)
        before = snapshot(folder)
        over = self._disturbed(folder, call, signal)
        # Of a run in parts it is the worker that ends. The run says so, unless the part was in place by then.
        ends = {0, 4} if self.scene.parts and call.thread else {-9}
        wrong = [] if over.hit and over.code in ends else ["it was not killed there"]
        wrong += half_written(before, snapshot(folder), self.whole, loose=False)
        wrong += self._completed(folder, served, loose=False)
        return self._ended(folder, served, wrong)

    def _disturbed(self, folder: Path, call: Call, fault: str) -> Disturbed:
        log, alone = folder.with_suffix(".log"), self.scene.asks and not call.thread
        command = self.scene.command()
        key = self.scene.key
        return disturbed(command, folder, environment(folder), log, call, fault, alone=alone, key=key)

    def _completed(self, folder: Path, served: Served | None, *, loose: bool) -> list[str]:
        command = self.scene.command(*self.scene.again)
        over = run(command, folder, environment(folder), self.scene.key)
        wrong = [] if over.returncode == self.scene.code else [f"then exit code {over.returncode}: {over.stderr!r}"]
        return wrong + [f"then {each}" for each in unfinished(self.scene, snapshot(folder), self.whole, loose=loose)]

    def _ended(self, folder: Path, served: Served | None, wrong: list[str]) -> list[str]:
        repeated = [] if served is None else [f"asked twice: {each}" for each in served.repeated()]
        shutil.rmtree(folder)
        return wrong + repeated

    def _laid(self, served: Served | None) -> Path:
        folder = Path(tempfile.mkdtemp(dir=self._root))
        (folder / "tmp").mkdir()
        self.scene.lay(folder, served)
        if served is not None:
            served.asked.clear()
        return folder
