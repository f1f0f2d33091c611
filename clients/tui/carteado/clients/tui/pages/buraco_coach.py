"""The coach's figures for a Buraco turn, in rows."""

from __future__ import annotations

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.view import View
from carteado.scene.buraco.advice import BuracoAdvice
from carteado.scene.cards import GLYPHS, card_text, cards_text
from carteado.scene.layout.buraco_coach import beside_grid, way_text

__all__ = ["buraco_coach_rows"]

_RANKS = "A23456789TJQK"

CoachRow = tuple[str, str, str]


def buraco_coach_rows(view: View, advice: BuracoAdvice, width: int) -> list[CoachRow]:
    """The arrangements with their points, and the chances to go out."""
    words, picture = view.words, view.picture
    rows: list[CoachRow] = []
    if advice.ways:
        title = words("Stock or pile") if advice.drawing else words("Arrangements")
        rows += [(title, "", ""), (words("points, us minus them"), "", ""), ("", "", "")]
    # A panel beside the table needs every cell for the interval.
    gap = "  " if width > 45 else " "
    for number, way in enumerate(advice.ways):
        mark = "★ " if number == 0 else "  "
        plan = wrapped(way_text(words, way, picture), width - 2)
        rows += [(f"{mark if row == 0 else '  '}{text}", "", "") for row, text in enumerate(plan)]
        span = words("{low} to {high}", low=words.signed(way.low), high=words.signed(way.high))
        out = words("goes out {share}", share=words.percent(way.out))
        # What the ways are sorted by stands first; the interval may be cut in a narrow panel.
        loss = words.signed(-way.behind) if number else words("best")
        rows.append((f"{gap}{out}", words.signed(way.mean), f"{loss}{gap}{span}"))
    rows += _discards(view, advice, width)
    return [*rows, ("", "", ""), *_going_out(view, advice, width), *_coming(view, advice, width)]


def _discards(view: View, advice: BuracoAdvice, width: int) -> list[CoachRow]:
    """The points of each discard behind the best one."""
    words = view.words
    if not advice.discards:
        return []
    ranked = sorted(advice.discards.items(), key=lambda pair: pair[1])
    # A no-break space keeps a card beside its points when the row is wrapped.
    texts = [f"{card_text(card)}\u00a0{words.signed(-behind)}" for card, behind in ranked]
    rows: list[CoachRow] = [("", "", ""), (words("Discards"), "", "")]
    rows.append((words("points behind the best"), "", ""))
    return rows + [(piece, "", "") for piece in wrapped("   ".join(texts), width)]


def _coming(view: View, advice: BuracoAdvice, width: int) -> list[CoachRow]:
    """The chance of each card within the pair's next two draws, percent, by suit and rank."""
    words = view.words
    if not advice.comes:
        return []
    rows: list[CoachRow] = [("", "", ""), (words("A card comes to us within 2 draws"), "", "")]
    # Above the grid, because a panel beside the table may cut the last rows.
    rows += [(piece, "", "") for piece in wrapped("   ".join(beside_grid(words, advice)), width)]
    # A narrow panel has two parts, one below the other.
    # Four cells for each rank, so that 100 stands apart, and the suit with its margin.
    parts = (_RANKS,) if width >= 4 * len(_RANKS) + 2 else (_RANKS[:7], _RANKS[7:])
    for part in parts:
        head = "".join(f"{'10' if rank == 'T' else rank:>4}" for rank in part)
        rows.append((f"%{head}", "", ""))
        for suit in "shdc":
            cells = []
            for rank in part:
                chance = advice.comes.get(f"{rank}{suit.upper()}", 0.0)
                cells.append(f"{round(100 * chance):>4}" if chance else "   ·")
            rows.append((f"{GLYPHS[suit]}{''.join(cells)}", "", ""))
    return rows


def _going_out(view: View, advice: BuracoAdvice, width: int) -> list[CoachRow]:
    words = view.words
    texts = []
    if advice.own_out:
        texts.append(words("Your hand goes out in this turn."))
    elif not advice.may_go_out:
        texts.append(words("Your pair may not go out as things stand."))
    elif advice.outs:
        texts.append(words("Cards that go out: {cards}", cards=cards_text(advice.outs)))
        share = words.percent(advice.out_within)
        texts.append(words("One of them comes within 3 draws") + " " + share)
    if advice.ways:
        best = advice.ways[0]
        if best.morto is not None:
            share = words.percent(best.morto)
            texts.append(words("We take a morto within 2 turns") + " " + share)
        ours, theirs = words.percent(best.out), words.percent(best.out_against)
        texts.append(words("Our pair goes out in this deal") + " " + ours)
        texts.append(words("Their pair goes out in this deal") + " " + theirs)
    rows = [(words("Going out"), "", "")]
    return rows + [(piece, "", "") for text in texts for piece in wrapped(text, width)]
