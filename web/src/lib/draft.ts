/** An encounter on its way from one page to another: built here, counted or played there. */

import { keep, kept } from "./keep";

export type Encounter = Record<string, unknown> & { system: string; name: string; combatants: Record<string, unknown>[] };

export const keepDraft = (encounter: Encounter): void => keep("draft", JSON.stringify(encounter));
export function draft(): Encounter | null {
  const text = kept("draft");
  return text ? (JSON.parse(text) as Encounter) : null;
}

/** A record on its way between the replay and its review: it lasts as long as the page. */
let shown: Record<string, unknown> | null = null;
export const passOn = (record: Record<string, unknown> | null): void => void (shown = record);
export const passedOn = (): Record<string, unknown> | null => shown;

/** Saves something as a file on this machine. */
export function save(name: string, text: string, type = "application/json"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}
