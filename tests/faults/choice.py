"""
Which calls are disturbed, and how.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tests.faults.calls import KILL, Call

ERRORS = {
    "openat": ("error=EMFILE",),
    "read": ("error=EIO",),
    "pread64": ("error=EIO",),
    "write": ("error=ENOSPC", "retval=1"),
    "pwrite64": ("error=ENOSPC", "retval=1"),
    "fsync": ("error=EIO",),
    "fdatasync": ("error=EIO",),
    "rename": ("error=EIO",),
    "unlink": ("error=EIO",),
    "ftruncate": ("error=EIO",),
    "chmod": ("error=EPERM",),
    "mkdir": ("error=ENOSPC",),
    "flock": ("error=ENOLCK",),
    "getdents64": ("error=EIO",),
    "socket": ("error=EMFILE",),
    "connect": ("error=ECONNREFUSED",),
    "poll": ("error=ENOMEM",),
    "getsockopt": ("error=ENOBUFS",),
    "sendto": ("error=ECONNRESET",),
    "recvfrom": ("error=ECONNRESET", "retval=0"),
}
"""What each call may answer; once for every one of them."""

ONCE_A_PATH = {"newfstatat": ("error=EIO",), "close": ("error=EIO",), "read": ("retval=0",), "pread64": ("retval=0",)}
"""The same for what differs only by its path: a file that cannot be looked at, or that ends at its beginning."""

INTERRUPTED = "error=EINTR"
"""Once for each kind of call that may be interrupted: whoever makes it has one way to go on."""

_MAY_BE_INTERRUPTED = {
    "openat", "read", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "flock", "connect", "poll", "sendto",
    "recvfrom",
}  # fmt: skip
_LASTING = {
    "write", "pwrite64", "fsync", "fdatasync", "rename", "unlink", "ftruncate", "chmod", "mkdir", "flock", "sendto",
    "recvfrom",
}  # fmt: skip
"""Between two of these nothing changes that outlives the run: not on disk, and not at the other end."""


def of_parts(calls: Sequence[Call]) -> list[Call]:
    """
    Of several processes the last call of each kind that changes what is left, in an order that is always the same.

    What a worker has under construction is left out: nobody knows its name before it is made.
    """
    kept = dict[tuple[object, ...], Call]()
    for call in calls:
        if call.name in _LASTING and call.paths and not (call.thread and ".checkin-" in call.paths[0]):
            one = replace(call, thread=min(call.thread, 1))
            kept[one.name, one.paths, one.thread] = one
    return sorted(kept.values(), key=str)


def errors_of(calls: Sequence[Call]) -> Iterator[tuple[Call, str]]:
    """Every call with every way in which it may fail."""
    seen = set[tuple[object, ...]]()
    for call in calls:
        found: list[tuple[str, object]] = [(fault, None) for fault in ERRORS.get(call.name, ())]
        found += [("error=ENOSPC", None)] if call.makes else []
        found += [(fault, call.paths) for fault in ONCE_A_PATH.get(call.name, ())]
        found += [(INTERRUPTED, call.makes)] if call.name in _MAY_BE_INTERRUPTED else []
        for fault, key in found:
            if key is None or (call.name, fault, key) not in seen:
                seen.add((call.name, fault, key))
                yield call, fault


def ends_of(calls: Sequence[Call], signal: str = KILL) -> Iterator[tuple[Call, str]]:
    """A signal at every call that makes a difference to what is left."""
    return ((call, signal) for call in calls if call.name in _LASTING or call.makes)
