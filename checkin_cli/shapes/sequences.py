"""
Shapes of several values: lists, free-keyed tables and tagged alternatives.
"""

from collections.abc import Mapping

from checkin_cli.shapes.core import JsonSchema, Misfit, Shape, kind_of, one_of
from checkin_cli.shapes.scalars import is_closed


class ListOf:
    """
    A list of one shape, its length within inclusive bounds.
    """

    def __init__(self, inner: Shape, least: int = 0, most: int | None = None, *, unique: bool = False) -> None:
        self.inner = inner
        self.least = least
        self.most = most
        self.unique = unique

    @property
    def bound(self) -> bool:
        """As the inner shape."""
        return self.inner.bound

    def read(self, value: object) -> tuple[object, ...]:
        """Return the items as a tuple."""
        if not isinstance(value, list):
            raise Misfit("wrong_type", kind_of(value), "array")
        self.check_count(len(value))
        items: list[object] = []
        for index, item in enumerate(value):
            try:
                items.append(self.inner.read(item))
            except Misfit as misfit:
                misfit.path.insert(0, index)
                raise
            if self.unique and items[-1] in items[:-1]:
                raise Misfit("duplicate_item", "an item listed twice", "each item once", [index])
        return tuple(items)

    def check_count(self, count: int) -> None:
        """Raise `Misfit` for a list of another length."""
        if count < self.least or (self.most is not None and count > self.most):
            upper = f" to {self.most}" if self.most is not None else " or more"
            raise Misfit("item_count", f"{count} items", f"{self.least}{upper}")

    def schema(self) -> JsonSchema:
        """A JSON array."""
        most: JsonSchema = {"maxItems": self.most} if self.most is not None else {}
        least: JsonSchema = {"minItems": self.least} if self.least else {}
        unique: JsonSchema = {"uniqueItems": True} if self.unique else {}
        return {"type": "array", "items": self.inner.schema(), **least, **most, **unique}


class SetOf:
    """
    A list of distinct items whose order means nothing.
    """

    def __init__(self, inner: Shape, least: int = 0) -> None:
        self.inner = inner
        self.least = least

    @property
    def bound(self) -> bool:
        """As the inner shape."""
        return self.inner.bound

    def read(self, value: object) -> frozenset[object]:
        """Return the items as a set; an item listed twice does not fit."""
        return frozenset(self._list().read(value))

    def schema(self) -> JsonSchema:
        """A JSON array of unique items."""
        return self._list().schema()

    def _list(self) -> ListOf:
        return ListOf(self.inner, least=self.least, unique=True)


class Union:
    """
    One of several records, told apart by the word under one key.
    """

    def __init__(self, key: str, members: Mapping[str, Shape]) -> None:
        self.key = key
        self.members = members

    @property
    def bound(self) -> bool:
        """True: each member says what of it is bound."""
        return True

    def read(self, value: object) -> object:
        """Return the member that the word names."""
        if not isinstance(value, dict):
            raise Misfit("wrong_type", kind_of(value), "object")
        if self.key not in value:
            raise Misfit("missing_key", "nothing", f"the key {self.key}", [self.key])
        word = value[self.key]
        if not isinstance(word, str):
            raise Misfit("wrong_type", kind_of(word), "string", [self.key])
        if word not in self.members:
            raise Misfit("not_listed", "another word", one_of(self.members, "words"), [self.key])
        return self.members[word].read(value)

    def schema(self) -> JsonSchema:
        """One schema a member."""
        return {"oneOf": [member.schema() for member in dict.fromkeys(self.members.values())]}


def is_remembered(shape: Shape) -> bool:
    """
    True for values of closed types, alone or in a list: what was read once may be kept for the next document.

    Words and names are never kept: they are the customer's, and rarely come again.
    """
    return is_closed(shape.inner if isinstance(shape, ListOf) else shape)
