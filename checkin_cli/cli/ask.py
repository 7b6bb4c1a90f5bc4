"""
`checkin doctrine ask`.
"""

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.guard import StandardOutput, guarded, talk
from checkin_cli.cli.options import ConfigFile, DoctrineFolder, Form, ListFormat, configuration

if TYPE_CHECKING:
    from checkin_cli.authoring.ask import Answer
    from checkin_cli.authoring.model import Model
    from checkin_cli.doctrine import Principle


def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In Korean, without data of a customer.")],
    no_model: Annotated[bool, typer.Option("--no-model", help="Print the principles alone; nothing is sent.")] = False,
    most: Annotated[
        int, typer.Option("--principles", min=1, max=20, metavar="PRINCIPLES", help="To answer from, at most.")
    ] = 6,
    form: Form = ListFormat.text,
    folder: DoctrineFolder = None,
    config: ConfigFile = None,
) -> None:
    """
    Answer a question from approved principles.

    In: a question in Korean, sent as it stands: leave out what is a customer's. Out: sentences, each with the ids that
    it rests on. One that names no delivered principle, or a number that it does not hold, is left out; where nothing is
    left, where there is no model or it fails, the principles themselves are printed. Asked is the model of
    [authoring].

    Exit codes: 0 answered, or the principles printed; 2 usage, rules that are missing, or doctrine that does not load.

    Examples:
      checkin doctrine ask "$(cat question.txt)"
      checkin doctrine ask "$(cat question.txt)" --no-model --format json

    """
    with guarded():
        from checkin_cli.authoring.ask import Answer, answer, check_rules, question_of
        from checkin_cli.authoring.retrieval import Retrieval
        from checkin_cli.cli.logs import hear
        from checkin_cli.doctrine import load_doctrine

        hear()
        asked = question_of(question)
        if not no_model:
            check_rules(folder)
        model = None if no_model else _model(config)
        delivered = Retrieval(load_doctrine(folder)).find(asked, most)
        said = answer(asked, delivered, model, folder) if model and delivered else Answer()
        _tell(said, delivered, asked_somebody=model is not None)
        _write(said, delivered, form)


def _model(config: str | None) -> "Model | None":
    from checkin_cli.authoring.model import is_configured, model_of

    settings = configuration(config)
    if is_configured(settings):
        return model_of(settings, os.environ)
    talk("note: no model is set in [authoring]; these are the principles themselves")
    return None


def _tell(said: "Answer", delivered: "Sequence[Principle]", *, asked_somebody: bool) -> None:
    if not delivered:
        talk("nothing found; try another word, or checkin doctrine list")
        return
    if said.left_out:
        kept = f"{said.left_out} of {said.left_out + len(said.sentences)} sentences"
        talk(f"note: left out {kept}: without a delivered principle, or with a number that it does not hold")
    if said.reason is not None:
        talk(f"note: no answer ({said.reason}); these are the principles themselves")
    elif asked_somebody and not said.sentences:
        why = "found no answer in them" if said.declined else "gave nothing that they bear"
        talk(f"note: the model {why}; these are the principles themselves")


def _write(said: "Answer", delivered: "Sequence[Principle]", form: ListFormat) -> None:
    from checkin_cli.json_text import json_pretty

    if form is ListFormat.json:
        StandardOutput().write(json_pretty(_members(said, delivered)))
    else:
        StandardOutput().write("".join(f"{line}\n" for line in _lines(said, delivered)).encode())


def _lines(said: "Answer", delivered: "Sequence[Principle]") -> Iterator[str]:
    for sentence in said.sentences:
        yield f"{sentence.text} [{', '.join(sentence.principle_ids)}]"
    if not said.sentences:
        for each in delivered:
            yield f"{each.id}  {each.topic}  {each.claim}  {' '.join(each.sources)}"
            yield f"    {each.text}"


def _members(said: "Answer", delivered: "Sequence[Principle]") -> dict[str, object]:
    sentences = [{"text": each.text, "principle_ids": list(each.principle_ids)} for each in said.sentences]
    principles = [{"id": each.id, "text": each.text, "sources": list(each.sources)} for each in delivered]
    return {
        "sentences": sentences,
        "left_out": said.left_out,
        "reason": said.reason,
        "declined": said.declined,
        "requests": said.requests,
        "tokens": said.tokens,
        "principles": principles,
    }
