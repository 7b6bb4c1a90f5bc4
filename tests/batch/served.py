"""
A real endpoint for many requests at once: it writes down each one as it arrives, and answers when it is told to.
"""

import asyncio
import contextlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.batch.corpus import Corpus
from tests.loopback import Json, compact, completion, reply_to, response

PATIENCE = 30.0
"""Seconds after which a test gives up waiting for something that must happen."""


@dataclass(frozen=True)
class Asked:
    """One request: its stage, whose it is, and when it arrived."""

    stage: str
    document: str
    at: float


class Served:
    """The endpoint. What it is told holds for the requests that arrive from then on."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._owners = corpus.owners
        self._changed = threading.Condition()
        self._released = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self.asked: list[Asked] = []
        self.in_flight = self.peak = 0
        self.port = 0
        self.delay: Callable[[Asked], float] = lambda _asked: 0.0
        """Seconds before the answer."""

        self.holds: Callable[[Asked], bool] = lambda _asked: False
        """True for requests that are not answered before they are released."""

        self.breaks: Callable[[Asked], bool] = lambda _asked: False
        """True for requests that are answered with an error."""

        self.meanwhile: Callable[[Asked], None] = lambda _asked: None
        """Happens at each arrival, before any answer."""

    @property
    def base_url(self) -> str:
        """What a configuration names."""
        return f"http://127.0.0.1:{self.port}/v1"

    def counts(self) -> Counter[tuple[str, str]]:
        """How often each stage of each document was asked."""
        return Counter((each.stage, each.document) for each in list(self.asked))

    def repeated(self) -> list[tuple[str, str]]:
        """What was asked more than once: nothing, if the program keeps its promise."""
        return [each for each, count in self.counts().items() if count > 1]

    def wait_for(self, claim: Callable[["Served"], bool]) -> None:
        """Return when it is true; it is looked at after each arrival and each answer."""
        with self._changed:
            assert self._changed.wait_for(lambda: claim(self), PATIENCE), "it never happened"

    def settled(self) -> int:
        """How many requests there were, once what an ended process had sent was read."""
        before = -1
        while before != len(self.asked):
            before = len(self.asked)
            time.sleep(0.3)
        return before

    def release(self) -> None:
        """Answer what is held."""
        self.holds = lambda _asked: False
        self._loop.call_soon_threadsafe(self._release)

    def _release(self) -> None:
        self._released.set()
        self._released = asyncio.Event()

    def run(self, started: threading.Event) -> None:
        """Serve until the loop is stopped."""
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=512))
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    def stop(self) -> None:
        """End `run`."""
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = int(head.partition("content-length:")[2].partition("\r\n")[0])
            body = json.loads(await reader.readexactly(length))
            await self._answer(json.loads(body["messages"][1]["content"]), writer)
        writer.close()

    async def _answer(self, request: Json, writer: asyncio.StreamWriter) -> None:
        asked = Asked(*self._whose(request), time.monotonic())
        self._count(asked)
        released = self._released
        try:
            if self.holds(asked):
                await released.wait()
            await asyncio.sleep(self.delay(asked))
            if self.breaks(asked):
                writer.write(response(b"", status="500 No"))
            else:
                writer.write(response(completion(compact(self._reply(asked, request)))))
            await writer.drain()
        finally:
            with self._changed:
                self.in_flight -= 1
                self._changed.notify_all()

    def _count(self, asked: Asked) -> None:
        with self._changed:
            self.meanwhile(asked)
            self.asked.append(asked)
            self.in_flight += 1
            self.peak = max(self.peak, self.in_flight)
            self._changed.notify_all()

    def _whose(self, request: Json) -> tuple[str, str]:
        if "principles" in request:
            memory = {each["key"]: each["value"] for each in request["memory"]}
            return "coach", str(memory.get("recent_adjustment_id"))
        if "clauses" in request:
            atoms = tuple(each["atom_id"] for each in request["clauses"] if each["atom_id"] != each["slot_id"])
            return "polish", self._owners.get(atoms, " ".join(atoms))
        return "expression", ""

    def _reply(self, asked: Asked, request: Json) -> Any:
        reply = reply_to(request)
        if asked.stage == "coach" and asked.document in self._corpus.choices:
            for slot in reply["slots"]:
                slot["atom_ids"] = list(self._corpus.choices[asked.document][slot["slot_id"]])
        return reply


@contextlib.contextmanager
def serving(corpus: Corpus) -> Iterator[Served]:
    """Serve on a free port while the block runs."""
    served, started = Served(corpus), threading.Event()
    thread = threading.Thread(target=served.run, args=(started,))
    thread.start()
    started.wait()
    try:
        yield served
    finally:
        served.stop()
        thread.join()
