"""
The body of a chat completion to the text that a guard may look at: one finished choice with words, or nothing.
"""

from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.selection.reasons import Reason, Refused


def content_of(body: bytes) -> str:
    """
    The content of the only choice of a completion that stopped by itself. Raises `Refused`.

    The reason for stopping is looked at before the content, and reasoning is never read.
    """
    try:
        completion = parse_json(decode_utf8(body))
    except DocumentRefused:
        raise Refused(Reason.NO_COMPLETION) from None
    choices = completion.get("choices") if isinstance(completion, dict) else None
    if not isinstance(choices, list) or len(choices) != 1 or not isinstance(choices[0], dict):
        raise Refused(Reason.NO_COMPLETION)
    finish = choices[0].get("finish_reason")
    if finish != "stop":
        raise Refused(Reason.TRUNCATED if finish == "length" else Reason.NO_COMPLETION)
    message = choices[0].get("message")
    if not isinstance(message, dict) or message.get("refusal") or message.get("tool_calls"):
        raise Refused(Reason.NO_COMPLETION)
    content = message.get("content")
    if not isinstance(content, str) or message.get("function_call"):
        raise Refused(Reason.NO_COMPLETION)
    return content
