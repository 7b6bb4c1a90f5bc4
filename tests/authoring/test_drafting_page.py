"""
The walk-through of docs/drafting.md, with a scripted model behind a real endpoint.
"""

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.authoring.pages import run_page
from tests.conftest import FIXTURES, ROOT
from tests.loopback import content, serving

PROPOSED = {
    "slot": "daily.interpretation",
    "atom": "empty_day",
    "id": "empty_day.d",
    "wording": "아무것도 적지 않은 날이 있어도 괜찮아요.",
    "register": "haeyo",
    "principles": ["goals.blank_day"],
}
CONFIGURATION = (
    '[selection]\nenabled = true\ndaily = true\n[authoring]\nmodel = "m"\nbase_url = "{}"\napi_key_env = "DRAFT_KEY"\n'
)


@pytest.mark.full
@pytest.mark.loopback
def test_the_walk_through_ends_in_a_copy_with_the_new_wording(tmp_path: Path) -> None:
    """Every command and every shown line; the model writes prose first, and is asked again."""
    for name in ("doctrine", "fixtures"):
        shutil.copytree(ROOT / name if name == "doctrine" else FIXTURES, tmp_path / name)
    command = tmp_path / "bin" / "checkin"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m checkin_cli "$@"\n')
    command.chmod(0o755)
    with serving(content("네, 써 볼게요."), content(json.dumps(PROPOSED, ensure_ascii=False))) as endpoint:
        (tmp_path / "checkin.toml").write_text(CONFIGURATION.format(endpoint.base_url))
        run_page(ROOT / "docs" / "drafting.md", tmp_path, DRAFT_KEY="secret")
    assert len(endpoint.exchanges) == 2
