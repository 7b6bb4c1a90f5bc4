"""
Charts: equal data gives equal bytes, gaps stay open, and nothing is told by colour alone.
"""

import decimal
import io
import re
import subprocess
import sys
import unicodedata
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path as File
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension

from checkin_cli.errors import UsageError
from checkin_cli.runs.charts import ChartData, draw, terminal_chart
from checkin_cli.runs.charts.axis import weight_axis
from checkin_cli.runs.charts.fonts import NAMES, find_font
from checkin_cli.runs.charts.layout import scene_of
from checkin_cli.runs.charts.png import png
from checkin_cli.runs.charts.scene import Dot, Ink, Label, Path, Scene, diamond, flat
from checkin_cli.runs.charts.svg import svg

MONDAY = date(2026, 10, 26)
WEEK = timedelta(days=7)
MEANS = ("72.9043", "72.4286", None, "71.6000", "71.1500")


class SvgExtension(SingleFileSnapshotExtension):
    """One drawing a file."""

    file_extension = "svg"


def weeks(*means: str | None) -> list[tuple[date, Decimal | None, int]]:
    return [
        (MONDAY + WEEK * number, None if mean is None else Decimal(mean), 0 if mean is None else 4)
        for number, mean in enumerate(means)
    ]


def some_weeks() -> ChartData:
    """Five weeks, the third of them empty, with a weight that was typed in pounds."""
    scatter = ("0.4", "-0.3", "0.1", "-0.2")
    weigh_ins = [
        (start + timedelta(days=day), mean + Decimal(off))
        for start, mean, _ in weeks(*MEANS)
        if mean is not None
        for day, off in enumerate(scatter)
    ]
    in_pounds, low = (MONDAY + timedelta(days=5), Decimal("160.2")), (MONDAY + timedelta(days=26), Decimal("71.0"))
    return ChartData(
        [*weigh_ins, in_pounds, low],
        weeks(*MEANS),
        Decimal("-1.00"),
        Decimal("-0.25"),
        [(MONDAY + WEEK, "review_down"), (MONDAY + WEEK * 4, "maintain")],
        [in_pounds[0], low[0]],
    )


def lines_of(scene: Scene, ink: Ink) -> list[Path]:
    return [
        shape for shape in flat(scene.shapes) if isinstance(shape, Path) and shape.stroke is ink and not shape.closed
    ]


def test_a_chart_is_drawn_as_accepted(snapshot: SnapshotAssertion) -> None:
    assert draw(some_weeks(), "weeks.svg") == snapshot(extension_class=SvgExtension)


@pytest.mark.parametrize("encoding", ["utf-8", "cp949", "ascii"])
def test_a_terminal_chart_is_drawn_as_accepted(encoding: str, snapshot: SnapshotAssertion) -> None:
    assert terminal_chart(some_weeks(), encoding) == snapshot


def test_equal_data_gives_equal_bytes_in_every_decimal_context() -> None:
    chart = some_weeks()
    expected = draw(chart, "a.svg"), terminal_chart(chart)
    with decimal.localcontext(decimal.Context(prec=3, rounding=decimal.ROUND_UP)):
        assert (draw(chart, "a.SVG"), terminal_chart(chart)) == expected


def test_a_drawing_says_in_words_what_it_shows() -> None:
    root = ET.fromstring(draw(some_weeks(), "a.svg"))  # noqa: S314  # drawn a line before
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    title, description = root.findtext(f"{space}title"), root.findtext(f"{space}desc")
    named = {root.find(f"{space}{kind}").get("id") for kind in ("title", "desc")}  # type: ignore[union-attr]
    assert named == set((root.get("aria-labelledby") or "").split())
    assert title == "체중(kg) 2026.10.26~2026.11.29"
    assert description == (
        "2026.10.26~2026.11.29, 체중 기록 16번. 10.26 주 평균 72.90kg, 기록 4번. 11.2 주 평균 72.43kg, 기록 4번. "
        "11.9 주 평균 기록 없음. 11.16 주 평균 71.60kg, 기록 4번. 11.23 주 평균 71.15kg, 기록 4번. "
        "목표 범위 주당 -1.00~-0.25%. 11.2 주 판단: 섭취를 줄이는 방향 검토. 11.23 주 판단: 지금 계획 유지. "
        "제외한 기록 10.31 160.2kg, 11.21 71kg."
    )


@given(st.lists(st.sampled_from(["70.1", "72.25", None]), max_size=12))
def test_no_line_and_no_band_crosses_a_week_without_a_mean(means: list[str | None]) -> None:
    chart = ChartData([], weeks(*means), Decimal(-1), Decimal(1))
    together = sum(a is not None and b is not None for a, b in pairwise(means))
    drawn = lines_of(scene_of(chart), Ink.mean)
    fills = [shape for shape in flat(scene_of(chart).shapes) if isinstance(shape, Path) and shape.fill is Ink.goal]
    keys = 1 if together else 0
    assert len(drawn) == together + any(mean is not None for mean in means)
    assert len(fills) == together + keys
    assert all(abs(line.points[0][0] - line.points[1][0]) < 688 / len(means) + 20.1 for line in drawn)


def test_the_goal_fans_out_from_the_mean_of_the_week_before() -> None:
    chart = ChartData([], weeks("80", "79", None, "78"), Decimal("-1.00"), Decimal("-0.25"))
    assert list(chart.fans()) == [(MONDAY, Decimal(80), Decimal("79.20"), Decimal("79.80"))]


def test_too_few_weigh_ins_have_no_goal_to_meet() -> None:
    """No rate is taken of them either."""
    (first, second, third) = weeks("80", "79", "78")
    chart = ChartData([], [first, (*second[:2], 2), third], Decimal("-1.00"), Decimal("-0.25"))
    assert (list(chart.fans()), len(list(chart.pairs()))) == ([], 2)


@pytest.mark.parametrize("off_axis", [True, False])
def test_the_key_explains_the_sign_that_is_drawn(off_axis: bool) -> None:  # noqa: FBT001  # a table
    """An excluded weight is a circle on the axis and an arrow beyond it."""
    excluded = (MONDAY + timedelta(days=5), Decimal(160) if off_axis else Decimal("79.5"))
    chart = ChartData([excluded], weeks("80", "79"), excluded=[excluded[0]])
    named = [shape.text for shape in scene_of(chart).shapes if isinstance(shape, Label)]
    assert ("축 밖의 제외한 기록" in named, "제외한 기록" in named) == (off_axis, not off_axis)
    printed = terminal_chart(chart)
    assert ("축 밖의 제외한 기록" in printed, "◦ 제외한 기록" in printed) == (off_axis, not off_axis)


def test_signs_of_a_year_do_not_hide_each_other() -> None:
    chart = ChartData([], weeks(*["80"] * 52), Decimal(-1), Decimal(1), [(MONDAY, "maintain")])
    drawn = [shape for shape in flat(scene_of(chart).shapes) if isinstance(shape, Path)]
    # One of them stands in the key.
    marks = [path for path in drawn if path.fill is Ink.judged]
    widths = sorted(max(x for x, _ in mark.points) - min(x for x, _ in mark.points) for mark in marks)
    assert widths[0] < 688 / 52 / 2 < widths[1]
    assert len([path for path in drawn if path.stroke is Ink.edge]) == 1


def test_an_excluded_weight_is_hollow_and_stretches_no_axis() -> None:
    chart = some_weeks()
    axis = weight_axis(chart, 8)
    assert (axis.low, axis.high) == (Decimal("70.5"), Decimal("73.5"))
    hollow = [
        shape
        for shape in flat(scene_of(chart).shapes)
        if isinstance(shape, Dot | Path) and shape.fill is Ink.paper and shape.stroke is Ink.weight
    ]
    # Both in the key, an arrow for the one that is off the axis, and the one that is on it.
    assert [type(shape) for shape in hollow] == [Dot, Path, Path, Dot]
    assert ">" in terminal_chart(chart)


def test_a_hold_shows_no_more_than_that_a_person_takes_over() -> None:
    chart = ChartData([], weeks("80"), None, None, [(MONDAY, "safety_hold")])
    assert "담당자 검토" in draw(chart, "a.svg").decode()
    assert "safety" not in draw(chart, "a.svg").decode()


def test_an_empty_chart_invents_no_axis() -> None:
    for chart in (ChartData([], []), ChartData([], weeks(None, None))):
        labels = [shape.text for shape in scene_of(chart).shapes if isinstance(shape, Label)]
        assert "기록 없음" in labels
        assert not any(re.fullmatch(r"[0-9]+(\.[0-9])?", label) for label in labels)
        assert terminal_chart(chart) == "기록 없음\n"


def test_the_years_are_named_where_there_are_two() -> None:
    means = [(date(2026, 12, 21) + WEEK * number, Decimal(70), 4) for number in range(4)]
    labels = [shape.text for shape in scene_of(ChartData([], means)).shapes if isinstance(shape, Label)]
    assert {"12.21", "2026", "1.4", "2027"} <= set(labels)


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_text_is_escaped(title: str, label: str) -> None:
    scene = Scene(10, 10, title, "d", (Label((1, 1), label),))
    root = ET.fromstring(svg(scene))  # noqa: S314  # drawn a line before
    assert [each.tag.rpartition("}")[2] for each in root] == ["title", "desc", "rect", "text"]


WEIGHTS = st.decimals("20", "400", places=2)
DAYS = st.dates(date(2024, 1, 1), date(2027, 12, 31))


@given(st.lists(st.tuples(DAYS, WEIGHTS), max_size=8), st.lists(DAYS, max_size=3))
def test_whatever_was_weighed_is_drawn_inside_the_picture(
    weigh_ins: list[tuple[date, Decimal]], excluded: list[date]
) -> None:
    chart = ChartData(weigh_ins, [], None, None, (), excluded)
    scene = scene_of(chart)
    for shape in flat(scene.shapes):
        if isinstance(shape, Dot):
            assert 0 < shape.center[0] < scene.width
            assert 0 < shape.center[1] < scene.height
    for line in terminal_chart(chart).splitlines():
        assert sum(2 if unicodedata.east_asian_width(char) == "W" else 1 for char in line) <= 72


def test_signs_of_a_terminal_are_one_cell_wide_everywhere() -> None:
    """An ambiguous width would push the rest of the line aside in a Korean terminal."""
    signs = {char for char in terminal_chart(some_weeks()) if not char.isascii()}
    assert {unicodedata.east_asian_width(char) for char in signs} == {"N", "W"}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp949", "utf-8", "no-such-encoding"])
def test_a_terminal_chart_can_be_written_in_the_encoding(encoding: str) -> None:
    text = terminal_chart(some_weeks(), encoding)
    assert text.encode(encoding if encoding != "no-such-encoding" else "ascii")


@pytest.mark.parametrize("name", ["a.pdf", "a", "svg", ".svg"])
def test_another_ending_is_a_usage_error(name: str) -> None:
    with pytest.raises(UsageError) as raised:
        draw(some_weeks(), name)
    assert raised.value.code == "unknown_chart"


def test_a_machine_without_hangul_is_told_so(tmp_path: File) -> None:
    tmp_path.joinpath("DejaVuSans.ttf").touch()
    with pytest.raises(UsageError) as raised:
        draw(some_weeks(), "a.png", [tmp_path, tmp_path / "missing"])
    assert raised.value.code == "font_missing"


def test_a_font_that_cannot_be_read_is_told_of(tmp_path: File) -> None:
    tmp_path.joinpath("NanumGothic.ttf").write_text("no font")
    with pytest.raises(UsageError) as raised:
        draw(some_weeks(), "a.png", [tmp_path])
    assert raised.value.code == "font_missing"


def test_the_best_font_is_taken_whatever_its_folder(tmp_path: File) -> None:
    for number, name in enumerate(reversed(NAMES)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / name.upper()).touch()
        assert find_font([tmp_path]).name == name.upper()


def test_a_machine_without_pillow_is_told_so() -> None:
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "from pathlib import Path\n"
        "from checkin_cli.runs.charts.png import png\n"
        "from checkin_cli.runs.charts.scene import Scene\n"
        "png(Scene(1, 1, '', '', ()), Path())\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert b"chart_extra_missing" in run.stderr


def test_shapes_are_painted_at_twice_their_size() -> None:
    """Without a label no font is opened."""
    sign = diamond((10, 10), 6, Ink.mean)
    raw = png(Scene(40, 20, "", "", (sign, Dot((30, 10), 4, Ink.weight, Ink.paper))), File())
    assert raw == png(Scene(40, 20, "", "", (sign, Dot((30, 10), 4, Ink.weight, Ink.paper))), File())
    from PIL import Image  # noqa: PLC0415  # a test of the extra

    with Image.open(io.BytesIO(raw)) as picture:
        assert picture.size == (80, 40)
        inks = [picture.getpixel(place) for place in ((20, 20), (60, 20), (60, 12), (1, 1))]
    assert inks == [(11, 87, 176), (255, 255, 255), (91, 101, 115), (255, 255, 255)]


@pytest.mark.full
def test_a_png_holds_the_chart_with_its_words() -> None:
    """Needs a font with Hangul."""
    raw = draw(some_weeks(), "a.png")
    assert raw == draw(some_weeks(), "a.png")
    assert raw.startswith(b"\x89PNG")
    assert "목표 범위 주당".encode() in raw
