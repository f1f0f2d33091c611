"""`carteado odds buraco --published`: the study's formulas beside the exact values."""

from __future__ import annotations

import math
import re

import pytest
from tests.clients.cli.buraco_odds_tools import odds_json

from carteado.clients.cli.main import run


def test_the_study_as_published(capsys: pytest.CaptureFixture[str]) -> None:
    found = odds_json(capsys, "--published")
    assert (found["labels"], found["different_labels"], found["rounds"]) == (598, 597, 13)
    sums = found["row_sums"]
    assert (round(sums["lowest"], 3), sums["highest"], sums["right"]) == (0.918, 2.8125, 0)
    assert found["entries"] == 45_301
    assert (round(found["published"], 1), round(found["normalised"], 2)) == (348_993.7, 204.79)
    assert found["most_of_any_run"] == 325
    longer = odds_json(capsys, "--published", "--run", "3456789")["corrected"]
    assert (int(longer["forced"]), round(longer["option"])) == (224, 307)
    formulas = {one["where"]: one for one in found["formulas"]}
    gain = formulas["with the partner, or the next card"]
    assert (round(gain["published"], 4), round(gain["exact"], 4)) == (0.2475, 0.2426)
    assert {round(one["exact"], 4) for one in formulas.values()} == {0.6529, 0.2237, 0.2426}
    assert formulas["with the partner, as its program has it"]["published"] == 2 / 11
    assert found["ways_to_cut_14_cards"] == 40
    assert found["search_years"]["published"] == 60 * found["search_years"]["corrected"]
    assert run(["odds", "buraco", "--published"]) == 0
    out = capsys.readouterr().out
    assert "598 labels, 597 different, 45,301 entries" in out
    assert "sum to 0.918 to 2.8125; 0 of 598 to 1" in out
    assert re.search(r"as published +348,993\.7 points\n +rows normalised +204\.79\n", out)
    assert run(["odds", "buraco", "--published", "--run", "C567"]) == 0
    assert re.search(r"as published +858,752\.\d points\n", capsys.readouterr().out)
    assert re.search(r"in the stock +0\.6502 +0\.6529\n", out)


def test_the_studys_going_out_formula_stands_beside_the_joint_law(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its example of one to three needed cards: a golden list of its products.

    With the exact chance one needed card is right. Several compete for the same 12 places, so the
    product is high.
    """
    rows = odds_json(capsys, "--published")["going_out"]
    assert [one["needed"] for one in rows] == [1, 2, 3]
    golden = [(0.2475, 0.2426, 0.2426), (0.0612, 0.0589, 0.0551), (0.0152, 0.0143, 0.0116)]
    for one, numbers in zip(rows, golden, strict=True):
        assert (*(round(one[key], 4) for key in ("published", "product", "exact")),) == numbers
    assert run(["odds", "buraco", "--published"]) == 0
    assert re.search(r"2 needed cards +0\.0612 +0\.0589 +0\.0551\n", capsys.readouterr().out)
    partner = 1 - (1 - 11 / 93) ** 2
    gain = 1 - (1 - partner) * (1 - 2 / 93) * (1 - 1 / 93)
    assert [one["published"] for one in rows] == pytest.approx([gain, gain**2, gain**3])
    assert rows[0]["product"] == rows[0]["exact"]
    both = 1 - 2 * math.comb(91, 12) / math.comb(93, 12) + math.comb(89, 12) / math.comb(93, 12)
    assert rows[1]["exact"] == pytest.approx(both)
    assert rows[1]["product"] == pytest.approx(rows[0]["exact"] ** 2)
    assert all(one["published"] > one["product"] > one["exact"] for one in rows[1:])


def test_the_studys_matrix_stands_beside_the_exact_chain(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "matrix" not in odds_json(capsys, "--published")
    rows = odds_json(capsys, "--published", "--matrix")["matrix"]
    block = {(one["from"], one["to"]): (one["published"], one["exact"]) for one in rows}
    whole = "A23456789TJQKA"
    assert block["A23456789TJQK", whole] == (1.0, 0.25 * 0.75)
    assert block["23456789TJQK", "A23456789TJQK"] == (0.25**2 * 0.75**2, 0.25 * 0.75**2)
    assert block[whole, whole] == (1.0, 1.0)
    assert block[whole, "A23456789TJQK"] == (0.75**2, 0.0)
    assert run(["odds", "buraco", "--published", "--matrix"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"A23456789TJQK +to A23456789TJQKA +1\.000000 +0\.187500\n", out)
    assert re.search(r"2 needed cards +0\.0612 +0\.0589 +0\.0551\n", out)


def test_the_studys_label_that_is_not_a_run_is_shown_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--published", "--run", "C23456789TJQKC"]
    assert odds_json(capsys, *words)["corrected"] is None
    assert run(["odds", "buraco", *words]) == 0
    assert "two wilds are not a run" in capsys.readouterr().out


def test_a_study_row_that_sums_to_zero_has_no_normalised_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--published", "--chance", "1"]
    assert odds_json(capsys, *words)["normalised"] is None
    assert run(["odds", "buraco", *words]) == 0
    assert "none: a row sums to 0" in capsys.readouterr().out
