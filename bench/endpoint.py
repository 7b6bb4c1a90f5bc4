"""
An endpoint on loopback that answers every request well after a fixed time: `python bench/endpoint.py SECONDS`.

It prints its port and ends with its standard input.
"""

import asyncio
import json
import sys
from typing import Any


def reply_to(asked: dict[str, Any]) -> dict[str, Any]:
    """
    The reply that takes the first of what is offered.
    """
    head = {"schema_version": asked["schema_version"], "surface": asked["surface"]}
    if "principles" in asked:
        principles = [each["id"] for each in asked["principles"]]
        slots = [
            {
                "slot_id": slot["slot_id"],
                "hard_identity": slot["hard_identity"],
                "principle_ids": principles,
                "atom_ids": slot["offered_atom_ids"][:1],
            }
            for slot in asked["slots"]
        ]
        return {**head, "slots": slots}
    offers = asked.get("slots") or asked["clauses"]
    keys = ("slot_id", "atom_id")
    chosen = [
        {**{key: each[key] for key in keys if key in each}, "variant_id": each["allowed_variant_ids"][0]}
        for each in offers
    ]
    return {**head, "selections": chosen}


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
    """
    Answer the requests of one connection until it ends.
    """
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
            asked = json.loads(json.loads(await reader.readexactly(length))["messages"][1]["content"])
            await asyncio.sleep(seconds)
            message = {"role": "assistant", "content": json.dumps(reply_to(asked))}
            body = json.dumps({"choices": [{"index": 0, "finish_reason": "stop", "message": message}]}).encode()
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body))
            writer.write(body)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def main() -> None:
    """
    Serve until standard input ends.
    """
    seconds = float(sys.argv[1])
    server = await asyncio.start_server(lambda r, w: answer(r, w, seconds), "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
