/** An encounter on its way from one page to another: built here, counted or played there. */

import { keep, kept } from "./keep";

export type Encounter = Record<string, unknown> & { system: string; name: string; combatants: Record<string, unknown>[] };

export const keepDraft = (encounter: Encounter): void => keep("draft", JSON.stringify(encounter));
export function draft(): Encounter | null {
  const text = kept("draft");
  return text ? (JSON.parse(text) as Encounter) : null;
}

/** Saves something as a file on this machine. */
export function save(name: string, text: string, type = "application/json"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}
