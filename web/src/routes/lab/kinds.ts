/** The kinds of combatants in an encounter, for sliders: how many there are of each, and the hit points it has. */

import type { Encounter } from "../../lib/draft";
import type { View } from "../../lib/protocol";
import { blockOf, nameOf, unitsOf, withTwin } from "../builder/encounter";

export interface Kind { name: string; party: boolean; count: number; hp?: number; hpName?: string }

const plain = (name: string): string => name.replace(/ \d+$/, "");
const HIT_POINTS = ["hp", "health", "toughness"];

export function kindsOf(encounter: Encounter, view: View | null): Kind[] {
  const found = new Map<string, Kind>();
  for (const row of encounter.combatants) {
    const units = unitsOf(row, view);
    if (units[0]?.stance === "other") continue;
    const name = plain(nameOf(encounter, row));
    const block = blockOf(encounter, row);
    const hpName = HIT_POINTS.find((one) => typeof block[one] === "number");
    const kind = found.get(name) ?? { name, party: units[0]?.stance === "party", count: 0, ...(hpName ? { hp: Number(block[hpName]), hpName } : {}) };
    kind.count += Number(row.count ?? 1);
    found.set(name, kind);
  }
  return [...found.values()].toSorted((a, b) => Number(a.party) - Number(b.party) || b.count - a.count);
}

export function withCount(encounter: Encounter, name: string, wanted: number): Encounter {
  let next = encounter;
  const mine = (): number[] => next.combatants.flatMap((row, i) => (plain(nameOf(next, row)) === name ? [i] : []));
  const count = (): number => mine().reduce((sum, i) => sum + Number(next.combatants[i]!.count ?? 1), 0);
  for (let guard = 0; guard < 60 && count() !== wanted; guard++) {
    const last = mine().at(-1);
    if (last === undefined) break;
    const row = next.combatants[last]!;
    if (count() < wanted) next = row.count ? replaced(next, last, { ...row, count: Number(row.count) + 1 }) : withTwin(next, last);
    else if (Number(row.count ?? 1) > 1) next = replaced(next, last, { ...row, count: Number(row.count) - 1 });
    else next = { ...next, combatants: next.combatants.filter((_, i) => i !== last) };
  }
  return next;
}

const replaced = (encounter: Encounter, place: number, row: Record<string, unknown>): Encounter => ({ ...encounter, combatants: encounter.combatants.map((one, i) => (i === place ? row : one)) });

export function withHitPoints(encounter: Encounter, kind: Kind, hp: number): Encounter {
  const field = kind.hpName!;
  const blocks = { ...((encounter.blocks as Record<string, Record<string, unknown>> | undefined) ?? {}) };
  const combatants = encounter.combatants.map((row) => {
    if (plain(nameOf(encounter, row)) !== kind.name) return row;
    if (row.block) return { ...row, block: { ...(row.block as object), [field]: hp } };
    if (row.use && blocks[String(row.use)]) blocks[String(row.use)] = { ...blocks[String(row.use)], [field]: hp };
    return row;
  });
  return { ...encounter, combatants, ...(encounter.blocks ? { blocks } : {}) };
}
