/** A review as the service tells it. Shares are the party's chance to win, from 0 to 1. */

import type { Share } from "../../lib/job.svelte";

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
