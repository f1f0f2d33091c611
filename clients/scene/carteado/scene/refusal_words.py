"""Sentences of refusals for a player at a table, by their codes.

One sentence for each code that a player can meet; codes that mean the same to a player share it.
The names in braces are the refusal's details. In English the server's own sentence says more, so
only `IN_ENGLISH` replaces it. `REASONS` are details that are sentences themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from carteado.scene.words import N_

__all__ = ["CASES", "IN_ENGLISH", "REASONS", "TEXTS"]

_ALSO_ENGLISH: Sequence[tuple[str, str]] = (
    (N_("It is not your turn."), "action/not_your_turn"),
    (N_("The table has moved on: that decision has passed."), "action/stale_decision"),
    (N_("The table is full. Choose another one, or watch."), "table/full"),
    (N_("Somebody sits there already. Choose another seat."), "seat/taken"),
    (N_("Only the owner of the table may change it."), "table/not_owner seat/not_opener"),
    (N_("The table is locked. Knock, and the owner lets you in."), "table/locked"),
    (N_("The table needs a code, or the code is wrong."), "table/code"),
    (N_("You have knocked already. The owner has not answered yet."), "table/knocked"),
    (N_("The table is like that already."), "table/unchanged action/no_straddle_wish"),
    (N_("A hand is being played. Try again when it is over."), "table/hand_running"),
    (N_("The table is closed. Its log can still be read."), "table/closed"),
    (N_("The owner banned you from this table. Choose another one."), "seat/banned"),
    (N_("You have a seat at this table already."), "seat/already"),
    (N_("That table is gone. Choose another one."), "table/unknown"),
)

_SENTENCES: Sequence[tuple[str, str]] = (
    *_ALSO_ENGLISH,
    (N_("The coach counts at your decisions."), "advice/none"),
    (
        N_("Raise to an amount from {min} to {max}."),
        # The details carry the range, so one sentence serves for all three.
        "action/above_maximum action/above_stack action/below_minimum",
    ),
    (N_("Enter a whole number of chips above zero."), "action/bad_amount"),
    (N_("You cannot check: there is a bet of {call} to call."), "action/cannot_check"),
    (
        N_("You cannot raise again in this betting round: call {call} or fold."),
        "action/no_right_to_raise",
    ),
    (N_("Somebody else set the stake: play or fold."), "action/not_the_leader"),
    (N_("No deal is being played. Wait for the next one."), "action/no_deal table/no_deal"),
    (N_("There is no card left to hunt."), "action/nothing_to_hunt action/no_rabbit"),
    (
        N_("You cannot vote for a bomb pot now, or you have voted already."),
        "action/no_bomb_vote action/no_bomb_pot",
    ),
    (
        N_("That is not possible now."),
        "action/invalid action/unknown action/not_now action/nothing_to_call action/act_first"
        " action/asked_to_run action/no_straddle action/no_such_card action/nothing_to_post "
        "action/nothing_to_run action/nothing_to_show action/show_both table/unknown_command "
        "table/no_chips table/no_minutes table/no_rematch table/not_begun table/not_locked "
        "table/not_watching session/viewer table/not_ready seat/none seat/own",
    ),
    (N_("You have drawn already. Meld, add to a run, or discard."), "buraco/already_drawn"),
    (N_("Draw first, or take the pile."), "buraco/draw_first"),
    (N_("You can decline only the last turn of a deal."), "buraco/no_last_turn"),
    (N_("The pile is empty. Draw from the stock."), "buraco/no_pile"),
    (N_("You cannot throw away the drawn card now."), "buraco/no_redraw"),
    (N_("The stock is empty. Take the pile or decline the last turn."), "buraco/no_stock"),
    (
        N_(
            "A pile of one card cannot be taken more often in a row without a meld; the limit is "
            "{limit}. Draw from the stock."
        ),
        "buraco/stalled",
    ),
    (N_("{cards}: these cards cannot be played like that."), "buraco/bad_cards"),
    (N_("Take the pile first, then meld."), "buraco/nothing_with_pile"),
    (N_("You do not hold {card}."), "buraco/not_held"),
    (N_("{cards} is not a meld: {why}."), "buraco/not_a_run"),
    (
        N_("{cards} is worth {points} points. A pair's first meld needs at least {minimum}."),
        "buraco/opening_minimum",
    ),
    (
        N_(
            "You cannot discard {card} now: it was the whole pile. Meld it, or discard "
            "another card."
        ),
        "buraco/returned",
    ),
    (N_("You must meld {top}, the top card of the pile, at once."), "buraco/top_not_melded"),
    (N_("You cannot add {cards} to {run}."), "buraco/does_not_fit"),
    (N_("Add only to the runs of your pair."), "buraco/no_such_run buraco/not_your_run"),
    (N_("You could not end the turn after {cards}: {why}."), "buraco/unfinishable_turn"),
    (N_("The turn is not complete: {why}."), "buraco/turn_incomplete"),
    (
        N_("These plays do not make one turn. Undo the last ones."),
        "buraco/turn_over buraco/bad_turn",
    ),
    (N_("The owner of the table muted you."), "chat/muted"),
    (N_("Partners may say only the fixed phrases during a deal."), "chat/phrases_only"),
    (N_("That was too fast. Wait a few seconds."), "chat/too_fast limit/rate"),
    (
        N_("There is no room for another one. Give one up first."),
        "limit/seats limit/tables limit/bots limit/bans account/full",
    ),
    (N_("The table has reached its limit for today. Come back tomorrow."), "limit/log"),
    (
        N_("An option is wrong: {message}"),
        "options/invalid options/unknown options/unknown_game options/unknown_preset",
    ),
    (N_("An amount is too large or not a whole number."), "round/bad_bet round/bad_number"),
    (
        N_("A name uses letters and spaces, and must belong to a player of the match."),
        "round/bad_name round/no_player round/unknown_name round/bad_entry",
    ),
    (N_("{name} appears twice in this round. Enter each player once."), "round/name_twice"),
    (N_("A hand has five cards."), "round/no_such_card round/not_five_cards"),
    (N_("That round can no longer be corrected."), "round/not_kept round/nothing_to_correct"),
    (N_("A match has {min} to {max} players."), "round/players"),
    (N_("{name} plays in a later round and must stay."), "round/strands_a_player"),
    (
        N_("It is like that already."),
        "seat/agreed seat/away seat/leaving seat/not_away table/waiting table/not_waiting",
    ),
    (N_("A name needs at least one visible character."), "seat/bad_name"),
    (
        N_("This bot cannot be added or removed here."),
        "seat/bot seat/no_bots seat/not_a_bot seat/bot_not_yours",
    ),
    (N_("Bring {min} to {max} chips."), "seat/credit seat/returning"),
    (N_("Choose another seat."), "seat/free seat/unknown seat/reserved"),
    (
        N_("The owner of this table removed you. You can sit down again in {minutes} min."),
        "seat/removed",
    ),
    (N_("Add chips when the hand is over."), "seat/in_hand"),
    (N_("The seat has no chips left in this game."), "seat/out"),
    (
        N_("The server cannot do this now. Try again soon."),
        "server/failed server/stopping server/draining table/failed table/busy table/starting"
        " table/dealing session/lost account/busy",
    ),
    (N_("There are no statistics for that name."), "statistics/unknown"),
    (N_("You have an account already."), "account/exists"),
    (N_("That is the name of an account. Choose another one."), "account/name"),
    (N_("You have no account here. Create one, or log in."), "account/none"),
    (N_("The name or the password is wrong."), "account/password"),
    (N_("That player belongs to an account already."), "account/adopted"),
    (N_("Both of you sit at this table. One of you has to leave it first."), "account/seated"),
    (N_("You have no such device or token."), "account/unknown_token"),
    (N_("Only the operator of the server may do that."), "admin/denied"),
    (
        N_("The server cannot read that. Check what you typed."),
        "admin/invalid chat/unknown frame/deep frame/duplicate frame/invalid frame/kind"
        " frame/malformed frame/not_a_message frame/text frame/too_large frame/unknown_type"
        " frame/value limit/malformed session/hello_first session/hello_twice",
    ),
    (
        N_("The connection was too slow. Connect again."),
        "limit/slow session/hello_late session/silent",
    ),
    (N_("There are too many connections. Close another one first."), "limit/connections"),
    (N_("The log does not hold that deal."), "proofs/unknown"),
    (N_("Enter a larger number of minutes."), "table/bad_minutes"),
    (N_("Too many wrong codes. Wait some minutes."), "table/code_tries account/wait"),
    (N_("You cannot add chips in a freezeout."), "table/freezeout"),
    (N_("That guest is no longer waiting."), "table/no_knock table/not_banned"),
    (N_("A seat is free: sit down."), "table/not_full"),
    (N_("The game is not over yet."), "table/not_over"),
    (N_("Watchers see every hand here, so players cannot watch."), "table/open_hands"),
    (N_("The game is over. Agree to a new one."), "table/over"),
    (N_("A game is being played. Sit down when it is over."), "table/running"),
    (N_("Another open table has this name. Choose another one."), "table/title"),
)

TEXTS: Mapping[str, str] = {code: text for text, codes in _SENTENCES for code in codes.split()}
"""The sentence of each code."""

CASES: Mapping[tuple[str, str], str] = {
    ("buraco/does_not_fit", "mine"): N_(
        "You cannot add {cards} to {run}. From your hand, {mine} fits."
    ),
    ("buraco/does_not_fit", "nothing"): N_(
        "You cannot add {cards} to {run}. No card from your hand fits."
    ),
    ("buraco/does_not_fit", "place"): N_(
        "You cannot add {cards} to {run}: the wild card cannot stand for {place}, only for {could}."
    ),
    ("buraco/not_a_run", "place"): N_(
        "{cards} is not a meld: the wild card cannot stand for {place}, only for {could}."
    ),
    ("buraco/not_held", "often"): N_("You do not hold {card} that often."),
    ("buraco/no_redraw", "first"): N_(
        "Only the first player of a deal may throw away the first drawn card, before any other "
        "play."
    ),
    ("buraco/no_redraw", "never"): N_(
        "At this table no player may throw away the first drawn card."
    ),
    ("buraco/unfinishable_turn", "none"): N_(
        "Playing {cards} would leave you with no card: {why}."
    ),
    ("buraco/unfinishable_turn", "one"): N_(
        "Playing {cards} would leave you with only {kept}: {why}."
    ),
    ("buraco/unfinishable_turn", "hidden"): N_(
        "Playing {cards} would leave you with one face-down card: {why}."
    ),
}
"""Sentences that say more, by their codes and the detail ``case``."""

IN_ENGLISH = frozenset(code for _, codes in _ALSO_ENGLISH for code in codes.split())
"""Codes whose sentence is used in English too."""

# Word for word as the engine writes them: a changed sentence there falls back to English here.
REASONS = frozenset(
    (
        N_("a meld needs at least three cards"),
        N_("a meld can have only one wild card"),
        N_("a run has at most 14 cards, from ace to ace"),
        N_("all cards of a run have one suit"),
        N_("a run follows one by one from A 2 3 up to Q K A, each card once"),
        N_("end it with a discard"),
        N_("that card was the whole pile and may not go back in this turn; keep another card"),
        N_("there is no morto to take, and going out needs one taken before; keep a card"),
        N_("a play takes a morto that nobody has seen; send the plays one by one"),
        N_("going out ends with a discard; keep a card"),
        N_("the discard that goes out may not be a wild; keep a card"),
        N_("going out needs a canastra; keep a card"),
        N_("going out needs a clean canastra, seven cards or more without a wild; keep a card"),
        N_("all cards of a run have one suit, or a set of aces, of kings or of threes"),
        N_("all cards of a run have one suit, or a set of aces or of threes"),
        N_("all cards of a run have one suit, or a set of one rank"),
        N_(
            "a run follows one by one from A 2 3 up to Q K A, each card once, or a set of "
            "aces, of kings or of threes"
        ),
        N_(
            "a run follows one by one from A 2 3 up to Q K A, each card once, or a set of "
            "aces or of threes"
        ),
        N_("a run follows one by one from A 2 3 up to Q K A, each card once, or a set of one rank"),
    )
)
"""Reasons that the servers' sentences end with."""
