"""The curve of a training that was killed and goes on: every iteration once, and no torn line."""

from __future__ import annotations

from pathlib import Path

from bastide.train.curve import read_curve, trim_curve

MEASURE = b'{"iteration":2,"strength":[{"seats":2,"opponent":"last","share":0.5,"error":0.1,"games":96}]}\n'
LINES = [b'{"iteration":1,"seats":2}\n', b'{"iteration":2,"seats":2}\n', MEASURE, b'{"iteration":3,"seats":2}\n']


def test_what_comes_again_is_left_out(tmp_path: Path) -> None:
    curve = tmp_path / "curve"
    for iteration, is_measured, left in ((3, True, 4), (2, True, 3), (2, False, 2), (1, False, 1), (0, False, 0)):
        curve.write_bytes(b"".join(LINES))
        trim_curve(curve, iteration, is_measured=is_measured)
        assert curve.read_bytes() == b"".join(LINES[:left])


def test_a_torn_line_is_the_last_there_is(tmp_path: Path) -> None:
    curve = tmp_path / "curve"
    curve.write_bytes(b"".join(LINES)[:-9])
    assert [point.iteration for _line, point in read_curve(curve)] == [1, 2, 2]
    trim_curve(curve, 9, is_measured=True)
    assert curve.read_bytes() == b"".join(LINES[:3])


def test_a_training_that_begins_has_an_empty_curve(tmp_path: Path) -> None:
    trim_curve(tmp_path / "curve", 0, is_measured=False)
    assert read_curve(tmp_path / "curve") == []
