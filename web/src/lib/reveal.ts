/** A simultaneous round laid open: who had which score, who struck whom and how well, as far as the viewer knows it. */

import type { EventView, UnitView, View } from "./protocol";
import { mainVital } from "./unit";

export interface Range {
  low: number;
  high: number;
}

export interface Blow {
  from: UnitView;
  band: "full" | "glancing" | "miss";
  damage: number | null;
  /** Whoever stepped in and took it in the place of the one it was aimed at. */
  taken?: UnitView;
}

/** What a round did to somebody: in figures, in marks, or in tenths where no more is known; null where nothing is. */
export interface Change {
  kind: "figure" | "marks" | "tenths";
  before: number | null;
  after: number | null;
  most: number;
}

export interface Target {
  unit: UnitView;
  blows: Blow[];
  damage: number;
  change: Change;
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
  const standing = log.filter((event) => !event.taken_back);
  const events = standing.filter((event) => event.round === last.round);
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
    const damage = damageOf(event, events);
    const helper = helperIn(event);
    const taken = helper ? [...units.values()].find((unit) => unit.name === helper) : undefined;
    for (const unit of taken ? [to, taken] : [to]) if (!targets.has(unit.id)) targets.set(unit.id, { unit, blows: [], damage: 0, change: changeOf(unit, standing, events) });
    targets.get(to.id)!.blows.push({ from, band: bandOf(event), damage, taken });
    targets.get((taken ?? to).id)!.damage += damage ?? 0;
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

/** How somebody stood after a change, as the log says it; null where it says nothing of that. */
function leftAfter(event: EventView): number | null {
  const said = /\b(?:has (\d+)(?: of \d+ Health|\/\d+ left)|stands at (\d+) tenths)\.$/.exec(event.text);
  if (said) return Number(said[1] ?? said[2]);
  return /(?:\bis (?:incapacitated|defeated|dead|gone)|\bbreaks)\.$/.test(event.text) ? 0 : null;
}

/** How somebody stood before the round and stands after it, from what the log told: nothing is claimed that it does not say. */
function changeOf(unit: UnitView, log: EventView[], events: EventView[]): Change {
  const vital = mainVital(unit);
  const kind = vital?.id === "marks" ? "marks" : vital?.label.includes("tenths") ? "tenths" : "figure";
  const most = vital?.most ?? 0;
  const begun = events.find((event) => event.kind === "score")!.number;
  const own = log.filter((event) => event.who.includes(unit.id));
  const told = own.filter((event) => event.kind === "state" && event.who[0] === unit.id && leftAfter(event) !== null);
  const [earlier, later] = [told.findLast((event) => event.number < begun), told.findLast((event) => event.number > begun && event.round === events[0]!.round)];
  const after = later ? leftAfter(later)! : null;
  const since = own.filter((event) => event.number > (earlier?.number ?? 0));
  // Where the GM changed something since it was told last, what it was then does not count.
  const ruled = since.some((event) => event.kind === "ruling");
  if (earlier && !ruled) return { kind, before: leftAfter(earlier), after, most };
  const blows = events.filter((event) => event.kind === "attack" && (helperIn(event) ?? unit.name) === unit.name && (helperIn(event) || event.who.at(-1) === unit.id));
  const harm = blows.reduce((sum, event) => sum + (damageOf(event, events) ?? 0), 0);
  const healed = since.some((event) => event.kind === "recover" || event.kind === "heal" || event.kind === "revive");
  // Nothing was told before: what is left and what was lost make it up. Who fell was unhurt, unless it fell by less than that takes.
  if (kind === "figure" && after && !ruled && !healed) return { kind, before: Math.min(most, after + harm), after, most };
  return { kind, before: ruled || (kind === "figure" && after === 0 && harm < most) ? null : most, after, most };
}

/** The name of whoever took a blow in the place of another. */
const helperIn = (event: EventView): string | undefined => /, taken by (.+)\.$/.exec(event.text)?.[1];

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
