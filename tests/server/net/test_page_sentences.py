"""Numbers in place of the page's sentences."""

from __future__ import annotations

import pytest

from carteado.server.net.page_sentences import NAMES, numbered

NAMED = '// Generated.\nexport default `Fold\n{n} card\t{n} cards\nSay "hello"\nx3k9`;\n'


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ('t("Fold")', "t(1)"),
        ('app.t("Fold", { amount })', "app.t(1, { amount })"),
        ('t(\n  "Fold",\n)', "t(1,\n)"),
        ('{ fold: N_("Fold"), say: N_("Say \\"hello\\"") }', "{ fold: 1, say: 3 }"),
        ('t.several("{n} card", "{n} cards", n)', 't.several(2,"", n)'),
    ],
)
def test_a_listed_sentence_becomes_the_number_of_its_line(written: str, sent: str) -> None:
    assert numbered({"main.js": written, NAMES: NAMED})["main.js"] == sent


@pytest.mark.parametrize(
    "written", ['t("Call")', 'N_("Call")', 't.several("Fold", "Folds", n)', 'at("Fold")', '"Fold"']
)
def test_other_texts_stay(written: str) -> None:
    assert numbered({"main.js": written, NAMES: NAMED})["main.js"] == written
    assert numbered({"main.js": written}) == {"main.js": written}


def test_the_list_keeps_the_lines_that_have_no_number() -> None:
    made = numbered({"main.js": 't("Fold"); t.several("{n} card", "{n} cards", n)', NAMES: NAMED})
    assert made[NAMES] == '// Generated.\nexport default `\n\nSay "hello"\nx3k9`;\n'
