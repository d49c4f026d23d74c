/** A review as the service tells it. Shares are the party's chance to win, from 0 to 1. */

import type { Share } from "../../lib/job.svelte";
import { percent, t } from "../../lib/text.svelte";

export interface Point { joint: number; entry: number; round: number; label: string; win: number; low: number; high: number }
export interface Turning { joint: number; entry: number; round: number; before: number; after: number; what: string; sentence: string }
export interface Swing { joint: number; entry: number; change: Share; luck: Share; decisions: Share; rulings: Share }
export interface Verdict { entry: number; round: number; who: string; question: string; chosen: string; better: string; better_id: string; cost: Share; clear: boolean; sentence: string }
export interface Data {
  encounter: string; sentence: string; limited: boolean; over: boolean; unfinished: boolean; fights: number; tactic: string; curve: Point[]; swings: Swing[]; turning_points: Turning[];
  split: { start: Share; end: Share; change: Share; luck: Share; decisions: Share; rulings: Share } | null;
  decisions: Record<string, Verdict[]>; dice: { who: string; name: string; rolls: number; rank: Share }[];
}
export interface Other { entry: number; what: string; instead_of: string; real: Share; other: Share; difference: Share; sentence: string; curve: Point[]; outcome: string }
/** A record as far as a page reads it. */
export interface Record_ { entries: { do: string; at: string; value?: string; faces?: number[] }[] }

export const points = (share: Share | number): string => {
  const value = typeof share === "number" ? share : share.value;
  return `${value >= 0 ? "+" : "−"}${Math.abs(Math.round(value * 100))}`;
};

/** So many points are worth a word of their own. */
const MUCH = 0.1;

/** The whole fight in a sentence: how it ended, from where, and how far the other way it had gone. */
export function told(curve: Point[], start: number, end: number, over: boolean): string {
  const won = end > 0.5;
  const gaps = { start: percent(start), end: percent(end) };
  if (!over || !curve.length) return t("review.stands", gaps);
  const far = curve.reduce((one, point) => ((won ? point.win < one.win : point.win > one.win) ? point : one));
  if (Math.abs(far.win - start) > MUCH && far.win < start === won) return t(won ? "review.wonAfter" : "review.lostAfter", { ...gaps, far: percent(far.win), round: far.round || 1 });
  if (Math.abs(end - start) <= MUCH) return t(won ? "review.wonEasily" : "review.lostSurely");
  return t(won ? "review.wonUphill" : "review.lostDownhill", gaps);
}
