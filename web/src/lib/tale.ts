/** The log as a tale: what followed from something stands in the paragraph of its cause. */

import type { EventView } from "./protocol";

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
