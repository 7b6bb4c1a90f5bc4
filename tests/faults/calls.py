"""
The system calls of a run, counted from outside, and a run in which one of them fails or is the last one.
"""

import contextlib
import os
import pty
import re
import select
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

STRACE = "strace"
CALLS = (
    "openat,read,pread64,write,pwrite64,fsync,fdatasync,rename,unlink,rmdir,ftruncate,close,chmod,mkdir,flock,"
    "newfstatat,getdents64,socket,connect,poll,getsockopt,sendto,recvfrom"
)
_QUICKLY = ("--seccomp-bpf",)
_ALL_THREADS = "-f"
_PATIENCE = 60.0
_QUESTION, _QUESTIONS = b"?] ", 8
KILL = "signal=SIGKILL"

_ENTRY = re.compile(r"^(?:(\d+) +)?(\w+)\((.*)$")
_RANDOM = re.compile(r"(\.checkin-[0-9a-f]{8}-)\w+(?=\.tmp)|(^tmp/).+")
_NAMED = re.compile(r'"([^"]*)"|<(/[^>]*)>')
_CURRENT = re.compile(r"AT_FDCWD<[^>]*>")


@dataclass(frozen=True)
class Call:
    """One call of a run that touches what is its own: a file in its folder, or a connection."""

    name: str
    paths: tuple[str, ...]
    """Below the folder, with the random part of a name left out; empty for a connection."""

    makes: bool
    """True where a file is made by it."""

    lists: bool
    """True where a folder is opened to be listed."""

    thread: int
    """0 is the first one."""

    nth: int
    """Which one of its name in its thread; with `only`, of those that touch this file."""

    only: str | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.nth} of thread {self.thread}, {' '.join(self.paths) or 'a connection'}"


@dataclass(frozen=True)
class Disturbed:
    """What became of a run in which one call was tampered with."""

    code: int
    told: str
    hit: bool
    """True if it was the call that was meant."""


def traced(
    command: Sequence[str], folder: Path, environment: dict[str, str], log: Path, *, key: bytes = b""
) -> list[Call]:
    """Run a command undisturbed, and list its own calls; `key` is what is pressed as in `run`."""
    run([STRACE, *_options(log), *_QUICKLY, _ALL_THREADS, "-e", f"trace={CALLS}", *command], folder, environment, key)
    return list(_calls(log, folder))


def disturbed(
    command: Sequence[str],
    folder: Path,
    environment: dict[str, str],
    log: Path,
    call: Call,
    fault: str,
    *,
    alone: bool,
    key: bytes = b"",
) -> Disturbed:
    """
    Run a command while one call fails as `fault` says: `error=EIO`, `retval=0` or `signal=SIGKILL`.

    Every thread counts its calls by itself; where the first one is meant `alone`, the others go unseen.
    """
    narrow = [] if call.only is None else ["-P", call.only, "-P", str(folder / call.only)]
    tamper = ["-e", f"trace={call.name}", "-e", f"inject={call.name}:{fault}:when={call.nth}"]
    # A signal is not delivered where the filter of the kernel stops the call.
    options = [*_options(log), *((_ALL_THREADS,) if fault.startswith("signal") else (_ALL_THREADS, *_QUICKLY))]
    if alone:
        options = _options(log)
    over = run([STRACE, *options, *narrow, *tamper, *command], folder, environment, key)
    return Disturbed(over.returncode, over.stderr.decode(), _was_hit(log, folder, call, fault))


def _options(log: Path) -> list[str]:
    return ["-yy", "-s", "0", "--quiet=all", "-o", str(log)]


def run(
    command: Sequence[str], folder: Path, environment: dict[str, str], key: bytes = b""
) -> "subprocess.CompletedProcess[bytes]":
    """Run a command to its end; with a key, at a terminal where it is pressed at each question."""
    if key:
        return _at_terminal(command, folder, environment, key)
    with (folder / "said").open("wb") as said:
        return subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.PIPE,
            check=False,
            timeout=_PATIENCE,
        )


def _at_terminal(
    command: Sequence[str], folder: Path, environment: dict[str, str], key: bytes
) -> "subprocess.CompletedProcess[bytes]":
    screen, theirs = pty.openpty()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE
    )
    os.close(theirs)
    shown, asked = b"", 0
    # The end of a terminal that nobody has open any more is an error.
    with contextlib.suppress(OSError):
        while select.select([screen], [], [], _PATIENCE)[0]:
            shown += os.read(screen, 65536)
            if shown.endswith(_QUESTION):
                shown, asked = b"", asked + 1
                # What cannot be decided by this key is asked again and again.
                os.write(screen, key if asked <= _QUESTIONS else b"q")
    os.close(screen)
    _, told = process.communicate(timeout=_PATIENCE)
    return subprocess.CompletedProcess(command, process.returncode, b"", told)


def _calls(log: Path, folder: Path) -> Iterator[Call]:
    threads: dict[str, int] = {}
    seen: Counter[tuple[object, ...]] = Counter()
    for line in log.read_text(errors="replace").splitlines():
        found = _ENTRY.match(line)
        if found is None:
            continue
        thread, name, rest = threads.setdefault(found[1], len(threads)), found[2], found[3]
        seen[thread, name] += 1
        paths = _own(rest, folder)
        if paths is None:
            continue
        for path in set(paths):
            seen[thread, name, path] += 1
        call = Call(name, paths, "O_CREAT" in rest, "O_DIRECTORY" in rest, thread, seen[thread, name])
        if thread == 0 or not paths:
            yield call
        elif seen[thread, name, paths[0]] > seen[0, name, paths[0]]:
            # A filter by path keeps the count apart from that of what the thread loads.
            yield replace(call, nth=seen[thread, name, paths[0]], only=paths[0])


def _own(rest: str, folder: Path) -> tuple[str, ...] | None:
    """The files below the folder that a call names; none for a connection, None for a call of no interest."""
    rest = _CURRENT.sub("", rest.partition(") = ")[0])
    if "TCP:" in rest or "SOCK_STREAM" in rest or rest.startswith("["):
        return ()
    named = [quoted or opened for quoted, opened in _NAMED.findall(rest) if quoted or opened]
    whole = [os.path.normpath(folder / path) for path in named]
    own = [os.path.relpath(path, folder) for path in whole if Path(path).is_relative_to(folder)]
    return tuple(_RANDOM.sub(r"\1\2X", path) for path in own) or None


def _was_hit(log: Path, folder: Path, call: Call, fault: str) -> bool:
    text = log.read_text(errors="replace")
    lines = [found for line in text.splitlines() if (found := _ENTRY.match(line))]
    if fault.startswith("signal"):
        return f"{fault.partition('=')[2]} " in text and any(_own(line[3], folder) == call.paths for line in lines)
    hit = [line for line in lines if "(INJECTED)" in line[3]]
    return bool(hit) and all(_own(line[3], folder) == call.paths for line in hit)
