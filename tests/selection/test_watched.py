"""
A file is read again when it may say something new, and only then.
"""

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from checkin_cli.selection.gate import consent_of
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.watched import Identity, Watched, identity_of, number_of_regular

SETTLED = 0.25


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(b"one")
    return path


class Parsed:
    """What was parsed, one after the other."""

    def __init__(self, seconds: float = 0) -> None:
        self.seconds = seconds
        self.texts: list[bytes] = []

    def __call__(self, raw: bytes) -> bytes:
        time.sleep(self.seconds)
        self.texts.append(raw)
        return raw


def watch(file: Path, parsed: Callable[[bytes], bytes]) -> Watched[bytes]:
    """Watch a file that has been looked at long enough to be trusted."""
    watched = Watched(str(file), parsed)
    watched.now()
    time.sleep(SETTLED)
    watched.now()
    return watched


@pytest.mark.parametrize("texts", [[b"one"], [b"one", b"two"]], ids=["from the beginning", "since it changed"])
def test_an_unchanged_file_is_parsed_once_and_then_read_no_more(texts: list[bytes], file: Path) -> None:
    """Reading moves the time of the last access, where the file system keeps it; so the bytes are counted instead."""
    parsed = Parsed()
    watched = watch(file, parsed)
    for text in texts[1:]:
        file.write_bytes(text)
        watched.now()
        time.sleep(SETTLED)
        watched.now()
    before = _bytes_read()
    assert {watched.now() for _ in range(1000)} == {texts[-1]}
    assert parsed.texts == texts
    if before is not None:
        after = _bytes_read()
        assert after is not None
        assert after - before < 1000


def _bytes_read() -> int | None:
    """The bytes that this process has read so far, as Linux counts them."""
    try:
        return int(Path("/proc/self/io").read_text().split()[1])
    except OSError:
        return None


def rewrite(file: Path, text: bytes) -> None:
    file.write_bytes(text)


def rewrite_in_place(file: Path, text: bytes) -> None:
    with open(file, "r+b") as handle:
        handle.write(text)


def replace(file: Path, text: bytes) -> None:
    aside = file.with_name("aside")
    aside.write_bytes(text)
    aside.replace(file)


def rewrite_and_hide(file: Path, text: bytes) -> None:
    """Put the time of the last change back, as archives and copies do."""
    status = file.stat()
    file.write_bytes(text)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


WAYS = [rewrite, rewrite_in_place, replace, rewrite_and_hide]


@pytest.mark.parametrize("change", WAYS)
def test_a_change_of_equal_length_counts_at_once(change: Callable[[Path, bytes], None], file: Path) -> None:
    watched = watch(file, Parsed())
    change(file, b"two")
    assert watched.now() == b"two"


def keeping(nanoseconds: int) -> Callable[[str | int], Identity]:
    """A file system that keeps times no finer than this, and numbers its files anew for every name."""

    def identify(file: str | int) -> Identity:
        _, _, size, content, inode = identity_of(file)
        return 0, 0, size, content // nanoseconds * nanoseconds, inode // nanoseconds * nanoseconds

    return identify


@pytest.mark.parametrize("tick", [10_000_000, 1_000_000_000])
@pytest.mark.parametrize("change", WAYS)
def test_changes_within_one_tick_of_the_clock_count_at_once(
    change: Callable[[Path, bytes], None], tick: int, file: Path
) -> None:
    """The second change has the length and, most of the time, all times of the first, which was seen in between."""
    identify, same = keeping(tick), 0
    watched = Watched(str(file), Parsed(), identify)
    for number in range(100, 160):
        text = str(number).encode()
        change(file, text)
        first = identify(str(file))
        assert watched.now() == text
        change(file, text[::-1])
        same += first == identify(str(file))
        assert watched.now() == text[::-1]
        assert watched.now() == text[::-1]
    assert same > 0


def test_whole_seconds_are_trusted_later(file: Path) -> None:
    """The change comes long after a tick of any kernel, and still within the second of the file's times."""
    time.sleep(1 - time.time() % 1)
    rewrite(file, b"123")
    watched = Watched(str(file), Parsed(), keeping(1_000_000_000))
    for _ in range(3):
        assert watched.now() == b"123"
        time.sleep(0.2)
    rewrite(file, b"321")
    assert watched.now() == b"321"


@pytest.mark.parametrize("tick", [1, 10_000_000])
def test_a_change_after_many_questions_counts_at_once(tick: int, file: Path) -> None:
    """Each change comes at another distance from the first question; none of them was trusted too early."""
    watched = Watched(str(file), Parsed(), keeping(tick))
    for number in range(100, 118):
        for text in (str(number).encode(), str(number).encode()[::-1]):
            rewrite(file, text)
            ends = time.monotonic() + (number % 10) / 100
            while time.monotonic() < ends:
                assert watched.now() == text


def test_a_file_that_went_away_and_came_back_is_read_again(file: Path) -> None:
    watched = watch(file, Parsed())
    file.unlink()
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            watched.now()
    rewrite(file, b"two")
    assert watched.now() == b"two"


def test_what_is_no_file_is_never_waited_for(file: Path) -> None:
    watched = watch(file, Parsed())
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(OSError, match="no regular file"):
        watched.now()


def test_what_is_no_file_leaves_nothing_open(tmp_path: Path) -> None:
    """The next number that the system gives is the one that it gave before."""

    def next_number() -> int:
        number = os.open(os.devnull, os.O_RDONLY)
        os.close(number)
        return number

    before = next_number()
    for _ in range(3):
        with pytest.raises(OSError, match="no regular file"):
            number_of_regular(str(tmp_path))
    assert next_number() == before


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that anybody may look into, and nobody's rights while the test runs, where it began with all."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder, everything = Path(name), os.geteuid() == 0
        folder.chmod(0o777)
        if everything:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if everything:
                os.seteuid(0)


def test_a_file_that_may_not_be_read_any_more_says_nothing(open_folder: Path) -> None:
    """Neither by its own rights nor by those of its folder; and what it said comes back with them."""
    file = open_folder / "file"
    file.write_bytes(b"one")
    watched = watch(file, Parsed())
    file.chmod(0)
    with pytest.raises(PermissionError):
        watched.now()
    file.chmod(0o600)
    assert watched.now() == b"one"
    inner = open_folder / "inner"
    inner.mkdir()
    file.rename(inner / "file")
    watched = watch(inner / "file", Parsed())
    inner.chmod(0)
    with pytest.raises(PermissionError):
        watched.now()
    inner.chmod(0o700)
    assert watched.now() == b"one"


def test_many_threads_share_a_look(file: Path) -> None:
    """Who asked before a look began takes what it found; nobody takes what was found before the question."""
    parsed = Parsed(seconds=0.05)
    watched = Watched(str(file), parsed)
    began = time.monotonic()
    with ThreadPoolExecutor(32) as pool:
        assert set(pool.map(lambda _: watched.now(), range(256))) == {b"one"}
    assert parsed.texts == [b"one"]
    assert time.monotonic() - began < 2


def test_many_threads_never_see_what_was_replaced_before_they_asked(file: Path) -> None:
    watched = Watched(str(file), Parsed())
    written, stopped = [100], threading.Event()
    rewrite(file, b"100")

    def write() -> None:
        for number in range(101, 400):
            replace(file, str(number).encode())
            written[0] = number
            time.sleep(0.002)
        stopped.set()

    def ask(_: int) -> bool:
        fresh = True
        while not stopped.is_set():
            least = written[0]
            fresh = fresh and int(watched.now()) >= least
        return fresh

    with ThreadPoolExecutor(9) as pool:
        writing = pool.submit(write)
        assert all(pool.map(ask, range(8)))
        writing.result()


def test_a_registry_of_many_customers_is_not_read_for_each_question(tmp_path: Path) -> None:
    """Reading it takes over 10 ms, and a question about one that is known takes a thousandth of that."""
    entry = '{"granted": true, "recorded_on": "2026-02-20", "notice_version": "privacy-v1"}'
    registry = tmp_path / "consents.json"
    entries = ", ".join(f'"c-{number}": {entry}' for number in range(100_000))
    registry.write_text('{"customers": {' + entries + "}}")

    def ask() -> Reason | None:
        return consent_of(registry, "c-99999", ("privacy-v1",))

    assert ask() is None
    time.sleep(SETTLED)
    assert ask() is None
    began = time.process_time()
    assert {ask() for _ in range(1000)} == {None}
    assert time.process_time() - began < 0.5
    rewrite(registry, registry.read_bytes().replace(b'"c-99999": {"granted": true', b'"c-99999": {"granted": null'))
    assert ask() is Reason.NO_CONSENT
