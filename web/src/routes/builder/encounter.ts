/** What the builder knows of the files' common shape; everything else comes from their schemas. */

import type { Encounter } from "../../lib/draft";
import type { UnitView, View } from "../../lib/protocol";
import { drawn, placeField } from "./places";

type Row = Record<string, unknown>;
/** Ground that can be drawn: the letter in the file, how it looks, its name in the catalogue or in the file, and in tiers what the legend says of it. */
export interface Ground { letter: string; look: string; name: string; legend?: string[] }

const GROUND: Record<string, Ground[]> = {
  riposte: [
    { letter: ".", look: "plain", name: "basic" },
    { letter: "l", look: "soft", name: "light" },
    { letter: "m", look: "cover", name: "medium" },
    { letter: "H", look: "object", name: "heavy" },
    { letter: "3", look: "rough", name: "difficult" },
    { letter: "#", look: "wall", name: "wall" },
  ],
  toughness: [
    { letter: ".", look: "plain", name: "open" },
    { letter: "#", look: "wall", name: "wall" },
    { letter: "o", look: "object", name: "pillar" },
    { letter: "~", look: "water", name: "water" },
    { letter: ":", look: "rough", name: "rubble" },
    { letter: "=", look: "soft", name: "fence" },
    { letter: "^", look: "hazard", name: "pit" },
    { letter: ">", look: "exit", name: "exit" },
  ],
  tiers: [
    { letter: ".", look: "plain", name: "open", legend: [] },
    { letter: "#", look: "wall", name: "wall", legend: ["wall"] },
    { letter: "h", look: "object", name: "hard cover", legend: ["hard cover"] },
    { letter: "s", look: "soft", name: "soft cover", legend: ["soft cover"] },
    { letter: "~", look: "rough", name: "difficult", legend: ["difficult"] },
    { letter: "x", look: "closed", name: "impassable", legend: ["impassable"] },
    { letter: "e", look: "exit", name: "exit", legend: ["exit"] },
  ],
};
const LOOKS: [string, string][] = [["wall", "wall"], ["hazard", "hazard"], ["tank", "water"], ["water", "water"], ["hard cover", "object"], ["impassable", "closed"], ["soft cover", "soft"], ["difficult", "rough"], ["exit", "exit"]];

type Legend = Record<string, string[]>;
const legendOf = (encounter: Encounter): Legend => ((encounter.map as { legend?: Legend } | undefined)?.legend ?? {}) as Legend;

/** The ground of an encounter: what its system has, and what its own legend adds. */
export function groundsOf(encounter: Encounter): Ground[] {
  const known = GROUND[encounter.system] ?? [];
  if (encounter.system !== "tiers") return known;
  const legend = legendOf(encounter);
  const own = Object.entries(legend).map(([letter, parts]) => ({ letter, parts: parts ?? [] }));
  const taken = new Set(own.map((one) => one.letter));
  const spare = [..."abcdfgijklmnopqrtuvwyz"].filter((letter) => !taken.has(letter));
  const system = known.map((ground) => {
    const said = own.find((one) => one.parts.join() === ground.legend!.join());
    if (said) return { ...ground, letter: said.letter };
    return taken.has(ground.letter) ? { ...ground, letter: spare.shift() ?? ground.letter } : ground;
  });
  const more = own.filter((one) => !system.some((ground) => ground.letter === one.letter)).map(({ letter, parts }) => ({ letter, legend: parts, name: parts.join(", "), look: LOOKS.find(([part]) => parts.includes(part))?.[1] ?? "rough" }));
  return [...system, ...more];
}

export function blockOf(encounter: Encounter, row: Row): Row {
  if (row.block && typeof row.block === "object") return row.block as Row;
  return ((encounter.blocks as Record<string, Row> | undefined)?.[String(row.use)] ?? {}) as Row;
}

export const nameOf = (encounter: Encounter, row: Row): string => String(row.name ?? blockOf(encounter, row).name ?? row.use ?? row.id ?? "?");

/** "Ditch Cutter" of a Ditch Cutter 2, "Imp" of a Second Imp. */
export const kindName = (name: string): string => name.replace(/ \d+$/, "").replace(/^(?:First|Second|Third|Fourth|Fifth|Sixth) /, "");

/** Those of one side and one stat block, by their places in the file. */
export interface Kind { name: string; places: number[]; count: number }

export function kindsOf(encounter: Encounter): Kind[] {
  const found = new Map<string, Kind>();
  encounter.combatants.forEach((row, i) => {
    const name = kindName(nameOf(encounter, row));
    const { name: _, ...block } = blockOf(encounter, row);
    const key = JSON.stringify([row.side ?? "", name, block]);
    const kind = found.get(key) ?? { name, places: [], count: 0 };
    found.set(key, kind);
    kind.places.push(i);
    kind.count += Number(row.count ?? 1) || 1;
  });
  return [...found.values()];
}

/** One more of a kind, or one fewer: the last of them goes. */
export function withMore(encounter: Encounter, kind: Kind): Encounter {
  const last = kind.places.at(-1)!;
  return Number(encounter.combatants[last]!.count) > 1 ? counted(encounter, last, 1) : withTwin(encounter, last);
}
export function withFewer(encounter: Encounter, kind: Kind): Encounter {
  const last = kind.places.at(-1)!;
  return Number(encounter.combatants[last]!.count) > 1 ? counted(encounter, last, -1) : { ...encounter, combatants: encounter.combatants.filter((_, i) => i !== last) };
}
const counted = (encounter: Encounter, place: number, by: number): Encounter => ({ ...encounter, combatants: encounter.combatants.map((row, i) => (i === place ? { ...row, count: Number(row.count) + by } : row)) });

/** The combatants of the fight that a row of the file becomes. */
export function unitsOf(row: Row, view: View | null): UnitView[] {
  const id = String(row.id ?? row.use ?? "");
  const units = view?.units ?? [];
  const one = units.filter((unit) => unit.id === id);
  return one.length ? one : units.filter((unit) => unit.id.startsWith(`${id}-`) && /^-?\d+$/.test(unit.id.slice(id.length + 1)));
}

/** The rows of a map, whatever way the file says it; null where there are no squares. */
export function rowsOf(encounter: Encounter): string[] | null {
  const map = encounter.map as string[] | { rows?: string[]; width?: number; height?: number } | undefined;
  if (Array.isArray(map)) return map.length ? map : null;
  if (encounter.system !== "tiers") return null;
  if (map?.rows?.length) return map.rows;
  return Array.from({ length: map?.height ?? 12 }, () => ".".repeat(map?.width ?? 20));
}

export function withRows(encounter: Encounter, rows: string[]): Encounter {
  if (encounter.system !== "tiers") return { ...encounter, map: rows };
  const { width: _, height: __, ...old } = (encounter.map ?? {}) as Row;
  const used = new Set(rows.join(""));
  const legend: Legend = { ...legendOf(encounter) };
  for (const ground of groundsOf(encounter)) if (ground.legend?.length && used.has(ground.letter)) legend[ground.letter] ??= ground.legend;
  return { ...encounter, map: { ...old, rows, ...(Object.keys(legend).length ? { legend } : {}) } };
}

/** What the other side is called where nobody of it is there yet. */
const FOES: Record<string, string> = { riposte: "enemies", clash: "enemy" };

/** The sides of a fight by what they are to the players. */
export function sidesOf(encounter: Encounter, view: View | null): { party: string; foes: string; all: string[] } {
  const units = view?.units ?? [];
  const party = units.find((unit) => unit.stance === "party")?.side ?? "party";
  const foes = units.find((unit) => unit.stance === "foe")?.side ?? FOES[encounter.system] ?? "foes";
  return { party, foes, all: [...new Set([party, foes, ...units.map((unit) => unit.side), ...encounter.combatants.map((row) => String(row.side ?? party))])] };
}

/** What somebody is to the players. Before a fight can begin the sides of the file say it: whoever is of the first one's side is with them. */
export function stanceIn(encounter: Encounter, row: Row, view: View | null): UnitView["stance"] {
  const unit = unitsOf(row, view)[0];
  if (unit) return unit.stance;
  const party = view ? sidesOf(encounter, view).party : String(encounter.combatants[0]?.side ?? "");
  return String(row.side ?? "") === party ? "party" : "foe";
}

/** The two letters of a token, as the table will have them as soon as the fight can begin. */
export function initialsIn(encounter: Encounter, row: Row, view: View | null): string {
  const unit = unitsOf(row, view)[0];
  if (unit) return unit.initials;
  const parts = nameOf(encounter, row).split(/\s+/);
  const [last = "", number = ""] = parts.slice(-2);
  if (/^\d+$/.test(number)) return last[0]!.toUpperCase() + number;
  const [first = "?", second = first.slice(1)] = parts;
  return (first[0]! + (second[0] ?? "")).toUpperCase();
}

/** A name for a stat block: its own, or one with a number where other figures go by it. */
export function freeName(key: string, blocks: Record<string, Row>, block: Row): string {
  const same = (other: Row | undefined): boolean => !other || JSON.stringify(other) === JSON.stringify(block);
  let name = key;
  for (let n = 2; !same(blocks[name]); n++) name = `${key}-${n}`;
  return name;
}

function freeId(encounter: Encounter, key: string): string {
  const ids = new Set(encounter.combatants.map((row) => String(row.id ?? row.use ?? "")));
  const base = key.toLowerCase().replace(/[^\p{L}\d]+/gu, "-").replace(/-?\d*$/, "").replace(/^-|-$/g, "") || "one";
  let id = base;
  for (let n = 2; ids.has(id); n++) id = `${base}-${n}`;
  return id;
}

/** A stat block joins the fight, near the others of its side. */
export function withNewcomer(encounter: Encounter, key: string, block: Row, view: View | null): Encounter {
  const { party, foes } = sidesOf(encounter, view);
  const friend = block.kind === "pc" || block.pc === true || block.class === "pc";
  const row: Row = { id: freeId(encounter, key), side: friend ? party : foes };
  const names = new Set(encounter.combatants.map((one) => nameOf(encounter, one)));
  const name = String(block.name ?? key);
  let number = [...names].filter((one) => one === name || one.startsWith(`${name} `)).length + 1;
  while (names.has(`${name} ${number}`)) number += 1;
  if (number > 1) row.name = `${name} ${number}`;
  const shares = encounter.system === "escalation";
  // Whoever is here already under this name keeps the figures they have: others come under a name of their own.
  const known = (encounter.blocks ?? {}) as Record<string, Row>;
  const use = freeName(key, known, block);
  if (shares) row.use = use;
  else row.block = structuredClone(block);
  const rows = rowsOf(encounter);
  const { places } = drawn(encounter);
  if (rows) row.at = freeSquare(encounter, rows, friend, undefined, sizeOf(block));
  else if (places.length) row[placeField(encounter.system)] = encounter.combatants.findLast((one) => one.side === row.side)?.[placeField(encounter.system)] ?? places.at(friend ? 0 : -1)!.id;
  else if (encounter.size) row.at = encounter.combatants.findLast((one) => one.side === row.side)?.at;
  return { ...encounter, ...(shares ? { blocks: { ...known, [use]: block } } : {}), combatants: [...encounter.combatants, row] };
}

/** One more like this one, with an id and a square of its own. */
export function withTwin(encounter: Encounter, place: number): Encounter {
  const row = encounter.combatants[place]!;
  const rows = rowsOf(encounter);
  const name = kindName(nameOf(encounter, row));
  const names = new Set(encounter.combatants.map((one) => nameOf(encounter, one)));
  let number = encounter.combatants.filter((one) => kindName(nameOf(encounter, one)) === name).length + 1;
  while (names.has(`${name} ${number}`)) number += 1;
  const twin: Row = { ...structuredClone(row), id: freeId(encounter, String(row.id ?? row.use ?? name)), name: `${name} ${number}` };
  delete twin.count;
  if (rows) twin.at = freeSquare(encounter, rows, false, row.at as number[] | undefined, sizeOf(blockOf(encounter, row)));
  return { ...encounter, combatants: encounter.combatants.toSpliced(place + 1, 0, twin) };
}

/** How many squares somebody is wide, as stat blocks say it. */
const sizeOf = (block: Row): number => (typeof block.size === "number" ? block.size : block.size === "large" ? 2 : block.size === "huge" ? 3 : 1);

/** The nearest free open square; without a start, from the side's own edge. */
function freeSquare(encounter: Encounter, rows: string[], left: boolean, near?: number[], size = 1): [number, number] {
  const blocked = new Set(groundsOf(encounter).filter((ground) => ["wall", "object", "closed", "hazard"].includes(ground.look)).map((ground) => ground.letter));
  const around = (x: number, y: number, wide: number): [number, number][] => Array.from({ length: wide * wide }, (_, i) => [x + (i % wide), y + Math.floor(i / wide)]);
  const taken = new Set(encounter.combatants.flatMap((row) => (Array.isArray(row.at) ? around(Number(row.at[0]), Number(row.at[1]), sizeOf(blockOf(encounter, row))) : [])).map((at) => at.join()));
  const isFree = ([x, y]: [number, number]): boolean => rows[y]?.[x] !== undefined && !taken.has(`${x},${y}`) && !blocked.has(rows[y]![x]!);
  const width = rows[0]?.length ?? 1;
  const [cx, cy] = near ?? [left ? 1 : width - 3, Math.floor(rows.length / 2)];
  let best: [number, number] = [0, 0];
  let least = Infinity;
  rows.forEach((line, y) =>
    [...line].forEach((_, x) => {
      const d = Math.hypot(x - cx!, y - cy!);
      if (d < least && around(x, y, size).every(isFree)) [best, least] = [[x, y], d];
    }),
  );
  return best;
}

/** A fight to begin with: the party of a shipped one on open ground, or in the first of two places, and nobody against it yet. */
export function bareOf(shipped: Encounter, name: string, near: string, far: string): Encounter {
  const [first] = shipped.combatants;
  const party = shipped.combatants.filter((row) => row.side === first?.side);
  const field = placeField(shipped.system);
  const zoned = !rowsOf(shipped);
  const used = new Set(party.map((row) => String(row.use ?? "")));
  const blocks = Object.fromEntries(Object.entries((shipped.blocks ?? {}) as Record<string, unknown>).filter(([key]) => used.has(key)));
  const ground: Row = !zoned ? { map: shipped.system === "tiers" ? { width: 20, height: 12 } : Array.from({ length: 10 }, () => ".".repeat(16)) }
    : shipped.system === "escalation" ? { zones: [{ name: near, links: [far] }, { name: far }] }
    : { zones: [{ id: "near", name: near }, { id: "far", name: far }], edges: [["near", "far"]], challenge_score: 14 };
  const start = shipped.system === "escalation" ? near : "near";
  const placed = party.map((row, i) => ({ ...Object.fromEntries(["id", "name", "side", "controller", "use", "block"].filter((key) => row[key] !== undefined).map((key) => [key, row[key]])), [field]: zoned ? start : [2, 3 + i] }));
  return { system: shipped.system, name, ...ground, ...(Object.keys(blocks).length ? { blocks } : {}), combatants: placed };
}
