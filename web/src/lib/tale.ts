/** The log as a tale: what followed from something stands in the paragraph of its cause. */

import type { EventView, UnitView } from "./protocol";

/** Of what is only told in public, whom it is about follows from its words: the tale and the board need them as of anything else. */
export function named(events: EventView[], units: UnitView[]): EventView[] {
  const nameless = (event: EventView): boolean => event.kind === "public" && !event.who.length;
  if (!events.some(nameless)) return events;
  const places = (text: string): string[] =>
    units.map((unit) => ({ id: unit.id, at: text.indexOf(unit.name) })).filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at).map(({ id }) => id);
  return events.map((event) => (nameless(event) ? { ...event, who: places(event.text) } : event));
}

/** A sentence without what stands in brackets: what it was called that was taken back, where somebody went. */
export const plain = (text: string): string => text.replace(/( (from|to|at))? [([][^)\]]*[)\]]/g, "");

/** What only says whose turn it is, or what is announced, stands elsewhere. */
export const PASSING = new Set(["turn", "phase", "round", "stage", "order", "initiative", "start", "battle", "intent", "declare"]);

export interface Line {
  /** The number of its first event: stays the same while consequences are added. */
  number: number;
  round: number;
  events: EventView[];
  takenBack: boolean;
  kind: string;
}

export function tale(log: EventView[]): Line[] {
  const lines: Line[] = [];
  const at = new Map<number, Line>();
  for (const event of log) {
    const cause = event.cause === undefined ? undefined : at.get(event.cause);
    // A consequence joins its cause only while that is the last line: the order in which things happened is never changed.
    if (cause && cause === lines.at(-1) && cause.takenBack === Boolean(event.taken_back) && cause.events.length < 6) {
      cause.events.push(event);
      at.set(event.number, cause);
      continue;
    }
    const line: Line = { number: event.number, round: event.round, events: [event], takenBack: Boolean(event.taken_back), kind: event.kind };
    lines.push(line);
    at.set(event.number, line);
  }
  return lines;
}
