"""
The shape of an object with named keys, taken from the annotations of a frozen dataclass.
"""

from collections.abc import Collection
from dataclasses import MISSING, dataclass, fields
from typing import Any, Generic, NamedTuple, TypeVar, dataclass_transform

from checkin_cli.shapes.core import JsonSchema, Misfit, Shape, kind_of, one_of

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(cls: type[T]) -> type[T]:
    """
    Make a frozen dataclass whose values never appear in a `repr`, so that no traceback can show one.

    Records are told apart by identity: two documents with equal values are still two documents.
    """
    return dataclass(frozen=True, kw_only=True, eq=False, repr=False)(cls)


def made(cls: type[T], members: dict[str, Any]) -> T:
    """
    A record of these members, which are not judged.

    They are values in the types of the fields, by name; what is optional may be left out. The record keeps the dict.
    """
    instance = cls.__new__(cls)
    # What is left out is found on the class, as its default.
    object.__setattr__(instance, "__dict__", members)
    return instance


def members_of(record: object) -> dict[str, object]:
    """
    A record as JSON members: keys in the order of its fields, sets sorted, what is None left out.
    """
    members = ((field.name, getattr(record, field.name)) for field in fields(record))  # type: ignore[arg-type]  # a record
    return {name: _plain(value) for name, value in members if value is not None}


def _plain(value: object) -> object:
    match value:
        case frozenset():
            return sorted(value)
        case tuple():
            return [each if isinstance(each, str) else members_of(each) for each in value]
        case _:
            return value


def shapes_of(cls: type) -> dict[str, Shape]:
    """
    The shape of each field of a record, by name.
    """
    return {name: hint.__metadata__[0] for name, hint in cls.__annotations__.items()}


class Key(NamedTuple):
    """
    What may stand under one key of a record, and whether it must.
    """

    shape: Shape
    required: bool


class Record(Generic[T]):
    """
    Reads an object into a record: unknown keys, missing keys and values of another shape do not fit.

    Each field is annotated as `Annotated[type, shape]`; a field with a default is optional.
    """

    bound = True

    def __init__(self, cls: type[T]) -> None:
        self.cls = cls
        shapes = shapes_of(cls)
        self.keys = {
            field.name: Key(
                shape=shapes[field.name],
                required=field.default is MISSING and field.default_factory is MISSING,
            )
            for field in fields(cls)  # type: ignore[arg-type]  # every record is a dataclass
        }
        self._readers = {name: key.shape.read for name, key in self.keys.items()}
        self._required = frozenset(name for name, key in self.keys.items() if key.required)

    def read(self, value: object) -> T:
        """
        Return the record; errors are reported in the order of the document.
        """
        if not isinstance(value, dict):
            raise Misfit("wrong_type", kind_of(value), "object")
        kept: dict[str, Any] = {}
        for key, item in value.items():
            reader = self._readers.get(key)
            if reader is None:
                raise self.unknown(key)
            try:
                kept[key] = reader(item)
            except Misfit as misfit:
                misfit.path.insert(0, key)
                raise
        missing = None if self._required <= kept.keys() else self.missing(kept)
        if missing is not None:
            raise missing
        return made(self.cls, kept)

    def unknown(self, key: str) -> Misfit:
        """
        What is wrong with a key that the record does not have.
        """
        return Misfit("unknown_key", "a key that is not known here", one_of(self.keys, "keys"), [key])

    def missing(self, members: Collection[str]) -> Misfit | None:
        """
        What is wrong with an object of these keys that lacks others; None where every required one is there.
        """
        missing = [name for name in self.keys if name in self._required and name not in members]
        if not missing:
            return None
        required = f"the key{'s' if len(missing) > 1 else ''} {' and '.join(missing)}"
        return Misfit("missing_key", "nothing", required, [missing[0]])

    def schema(self) -> JsonSchema:
        """
        A closed JSON object.
        """
        return {
            "type": "object",
            "properties": {name: key.shape.schema() for name, key in self.keys.items()},
            "required": [name for name, key in self.keys.items() if key.required],
            "additionalProperties": False,
        }
