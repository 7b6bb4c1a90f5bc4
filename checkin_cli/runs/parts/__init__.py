"""
One run spread over processes or machines: consecutive parts of the inputs, each rendered by itself into a file.

A part is finished when its report is in place. What happens to a worker leaves whole parts and claims on disk, so that
the run can be resumed; no engine is ever asked to try a part again by itself.
"""

from checkin_cli.runs.parts.folder import PartsFolder, open_parts
from checkin_cli.runs.parts.gather import Delivery, run_parts
from checkin_cli.runs.parts.interface import Engine, Order
from checkin_cli.runs.parts.local import LocalEngine

__all__ = ["Delivery", "Engine", "LocalEngine", "Order", "PartsFolder", "open_parts", "run_parts"]
