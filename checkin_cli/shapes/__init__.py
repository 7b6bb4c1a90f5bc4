"""
Shapes: what a value from outside must look like, said once for reading and for the printed JSON Schema.

A class made with `record` has fields annotated with shapes; `Record(cls)` reads a parsed JSON or TOML
object into it, or says where and why it does not fit. No shape ever repeats the value that it refuses.
"""

from checkin_cli.shapes.core import Misfit, Shape, json_path, kind_of
from checkin_cli.shapes.misfits import misfits_of
from checkin_cli.shapes.record import Key, Record, made, members_of, record, shapes_of
from checkin_cli.shapes.scalars import Always, Day, Flag, Integer, Moment, Nullable, Number, OneOf, Pattern
from checkin_cli.shapes.sequences import ListOf, SetOf, Union, is_remembered
from checkin_cli.shapes.strict import strict
from checkin_cli.shapes.text import Text, composed

__all__ = [
    "Always",
    "Day",
    "Flag",
    "Integer",
    "Key",
    "ListOf",
    "Misfit",
    "Moment",
    "Nullable",
    "Number",
    "OneOf",
    "Pattern",
    "Record",
    "SetOf",
    "Shape",
    "Text",
    "Union",
    "composed",
    "is_remembered",
    "json_path",
    "kind_of",
    "made",
    "members_of",
    "misfits_of",
    "record",
    "shapes_of",
    "strict",
]
