/** A simultaneous round laid open: who had which score, who struck whom and how well, as far as the viewer knows it. */

import type { EventView, UnitView, View } from "./protocol";

export interface Range {
  low: number;
  high: number;
}

export interface Blow {
  from: UnitView;
  band: "full" | "glancing" | "miss";
  damage: number | null;
}

export interface Target {
  unit: UnitView;
  blows: Blow[];
  damage: number;
}

export interface Reveal {
  round: number;
  /** Known scores have low = high; others are narrowed by what the bands show. */
  scores: Map<string, Range>;
  party: Target[];
  foes: Target[];
  spared: UnitView[];
  axis: Range;
  tale: EventView[];
}

/** Whether there is a round to lay open. */
export const canReveal = (view: View): boolean => view.system === "clash" && view.log.some((event) => event.kind === "score" && !event.taken_back);

/** The last round in which scores were told, or null where there was none. */
export function revealOf(log: EventView[], units: Map<string, UnitView>): Reveal | null {
  const last = log.findLast((event) => event.kind === "score" && !event.taken_back);
  if (!last) return null;
  const events = log.filter((event) => event.round === last.round && !event.taken_back);
  const attacks = events.filter((event) => event.kind === "attack" && event.who.length > 1);
  if (!attacks.length) return null;
  const scores = new Map<string, Range>();
  for (const event of events) {
    const [id = ""] = event.who;
    if (event.kind !== "score" || !event.terms.length) continue;
    const sum = event.terms.reduce((total, term) => total + Number(term.value), 0);
    if (Number.isFinite(sum)) scores.set(id, { low: sum, high: sum });
  }
  const targets = new Map<string, Target>();
  for (const event of attacks) {
    const [from, to] = event.who.map((id) => units.get(id));
    if (!from || !to) continue;
    const target = targets.get(to.id) ?? { unit: to, blows: [], damage: 0 };
    targets.set(to.id, target);
    const damage = damageOf(event, events);
    target.blows.push({ from, band: bandOf(event), damage });
    target.damage += damage ?? 0;
  }
  narrow(scores, targets);
  const known = [...scores.values()].filter((score) => score.low === score.high).map((score) => score.low);
  const axis = { low: Math.min(...known) - 3, high: Math.max(...known) + 3 };
  const sorted = [...targets.values()].sort((a, b) => Number(b.unit.state !== "up") - Number(a.unit.state !== "up") || b.damage - a.damage);
  return {
    round: last.round,
    scores,
    party: sorted.filter((target) => target.unit.stance === "party"),
    foes: sorted.filter((target) => target.unit.stance !== "party"),
    spared: [...scores.keys()].filter((id) => !targets.has(id)).map((id) => units.get(id)).filter((unit) => unit !== undefined),
    axis,
    tale: events.filter((event) => event.kind === "attack" || event.kind === "state"),
  };
}

function bandOf(event: EventView): Blow["band"] {
  const said = (event.verdict ?? event.text).toLowerCase();
  return said.includes("glancing") ? "glancing" : said.includes("full") ? "full" : "miss";
}

function damageOf(event: EventView, events: EventView[]): number | null {
  const later = events.find((one) => one.kind === "damage" && one.cause === event.number);
  if (later) return later.terms.reduce((total, term) => total + Number(term.value), 0);
  const said = /\bfor (\d+)/.exec(event.text);
  return said ? Number(said[1]) : null;
}

/** What the bands say about scores that were not told: full is at least the defence, glancing at most nine below it, a miss below it. */
function narrow(scores: Map<string, Range>, targets: Map<string, Target>): void {
  const open = new Map<string, Range>();
  const bound = (id: string, low: number, high: number): void => {
    const now = open.get(id) ?? { low: -Infinity, high: Infinity };
    open.set(id, { low: Math.max(now.low, low), high: Math.min(now.high, high) });
  };
  for (const target of targets.values())
    for (const blow of target.blows) {
      const [a, d] = [scores.get(blow.from.id), scores.get(target.unit.id)];
      if (d && !a) bound(blow.from.id, blow.band === "full" ? d.low : blow.band === "glancing" ? d.low - 9 : -Infinity, blow.band === "full" ? Infinity : d.low - 1);
      if (a && !d) bound(target.unit.id, blow.band === "full" ? -Infinity : a.low + 1, blow.band === "full" ? a.low : blow.band === "glancing" ? a.low + 9 : Infinity);
    }
  // A lent score can contradict this: then nothing is claimed.
  for (const [id, range] of open) if (range.low <= range.high) scores.set(id, range);
}
