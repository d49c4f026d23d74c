/** The systems as cards: their order, and what their measured difficulty says. */

import type { Difficulty, SystemCard } from "../../lib/api";

/** The order in which a newcomer meets them. */
export const ORDER = ["riposte", "clash", "tiers", "toughness", "escalation"];
export const ordered = (cards: SystemCard[]): SystemCard[] => cards.toSorted((a, b) => place(a.name) - place(b.name));
const place = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

export const low = (how: Difficulty): number => how.win[0] ?? 0;
export const high = (how: Difficulty): number => how.win.at(-1) ?? 1;
export const middle = (how: Difficulty): number => (low(how) + high(how)) / 2;
