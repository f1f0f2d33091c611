// What the games are called, and their marks.

export const TITLES = { holdem: "Hold'em", "quick-holdem": "Quick Hold'em", buraco: "Buraco", "poker-face": "Poker Face" };
export const MARKS = { holdem: "spades", buraco: "hearts", "quick-holdem": "diamonds", "poker-face": "clubs" };
