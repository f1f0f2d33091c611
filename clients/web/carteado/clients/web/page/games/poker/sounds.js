// Which sound belongs to an event.

const SOUNDS = {
  hand_started: "deal", board_dealt: "deal", checked: "check", called: "call", played: "call",
  staked: "bet", raised: "raise", folded: "fold", seat_taken: "joined", seat_left: "left",
  sat_out: "paused", returned: "paused", game_won: "win",
};

/** The sound of an event, undefined for none. */
export function sound(event, view, seat) {
  if ("stack" in event && !event.stack && /^(raised|called|played)$/.test(event.type)) return "all_in";
  if (event.type === "raised" && !view?.state?.current_bet) return "bet";
  if (event.type === "pot_awarded") return event.seats.includes(seat) ? "win" : undefined;
  if (event.type === "hand_started" && event.big_blind > (view?.state?.big_blind || Infinity)) return "blinds";
  return SOUNDS[event.type];
}
