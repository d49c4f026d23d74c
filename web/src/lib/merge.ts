/** A seat's view, brought up to date with what changed. Nothing is changed in place: whoever holds the old view keeps it whole. */

import type { Changes, EventView, UnitView, View } from "./protocol";

export function merged<V extends View>(view: V, changes: Changes): V {
  const parts = changes.view as Partial<View>;
  const next: V = { ...view, ...parts, version: changes.version };
  if (parts.units) next.units = mergedUnits(view.units, parts.units, changes.gone);
  else if (changes.gone.length) next.units = view.units.filter((unit) => !changes.gone.includes(unit.id));
  if (changes.questions_from && parts.questions) {
    const fresh = [...parts.questions];
    next.questions = changes.questions_from.map((place) => (place < 0 ? fresh.shift()! : view.questions[place]!));
  }
  if (parts.history) next.history = [...(view.history ?? []).slice(0, changes.history_from ?? 0), ...parts.history];
  next.log = parts.log ?? mergedLog(view.log, changes.events, changes.taken_back);
  // A part that is no longer there is sent as null.
  for (const [name, part] of Object.entries(parts)) if (part === null) delete (next as unknown as Record<string, unknown>)[name];
  return next;
}

function mergedUnits(old: UnitView[], changed: UnitView[], gone: string[]): UnitView[] {
  const fresh = new Map(changed.map((unit) => [unit.id, unit]));
  const kept = old.filter((unit) => !gone.includes(unit.id)).map((unit) => fresh.get(unit.id) ?? unit);
  const known = new Set(kept.map((unit) => unit.id));
  return [...kept, ...changed.filter((unit) => !known.has(unit.id))];
}

function mergedLog(old: EventView[], events: EventView[], takenBack: number[]): EventView[] {
  const back = new Set(takenBack);
  const last = old.at(-1)?.number ?? 0;
  const fresh = events.filter((event) => event.number > last);
  const kept = back.size ? old.map((event) => (back.has(event.number) ? { ...event, taken_back: true } : event)) : old;
  return fresh.length ? [...kept, ...fresh] : kept;
}
