/** What the builder knows of the files' common shape; everything else it leaves as it is. */

import type { Encounter } from "../../lib/draft";
import type { View } from "../../lib/protocol";

type Row = Record<string, unknown>;

/** By system: the party's side and the foes'. */
export const SIDES: Record<string, [string, string]> = {
  riposte: ["heroes", "enemies"],
  clash: ["party", "foes"],
  tiers: ["heroes", "foes"],
  toughness: ["heroes", "foes"],
  escalation: ["party", "foes"],
};

/** Ground that can be drawn: the letter in the file, how it looks, and in tiers what the legend says of it. */
export const GROUND: Record<string, { letter: string; look: string; name: string; legend?: string[] }[]> = {
  riposte: [
    { letter: ".", look: "plain", name: "Basic" },
    { letter: "l", look: "cover", name: "Light" },
    { letter: "m", look: "cover", name: "Medium" },
    { letter: "H", look: "object", name: "Heavy" },
    { letter: "3", look: "rough", name: "Difficult" },
    { letter: "#", look: "wall", name: "Wall" },
  ],
  toughness: [
    { letter: ".", look: "plain", name: "open" },
    { letter: "#", look: "wall", name: "wall" },
    { letter: "o", look: "object", name: "pillar" },
    { letter: "~", look: "water", name: "water" },
    { letter: ":", look: "rough", name: "rubble" },
    { letter: ">", look: "exit", name: "exit" },
  ],
  tiers: [
    { letter: ".", look: "plain", name: "open" },
    { letter: "~", look: "rough", name: "difficult", legend: ["difficult"] },
    { letter: "s", look: "cover", name: "soft cover", legend: ["soft cover"] },
    { letter: "h", look: "object", name: "hard cover", legend: ["hard cover"] },
    { letter: "#", look: "wall", name: "wall", legend: ["wall"] },
    { letter: "x", look: "hazard", name: "impassable", legend: ["impassable"] },
    { letter: "e", look: "exit", name: "exit", legend: ["exit"] },
  ],
};

export const placeField = (system: string): "at" | "zone" => (system === "escalation" ? "zone" : "at");

export function blockOf(encounter: Encounter, row: Row): Row {
  if (row.block && typeof row.block === "object") return row.block as Row;
  return ((encounter.blocks as Record<string, Row> | undefined)?.[String(row.use)] ?? {}) as Row;
}

export function nameOf(encounter: Encounter, row: Row): string {
  return String(row.name ?? blockOf(encounter, row).name ?? row.use ?? row.id ?? "?");
}

/** The rows of a map, whatever way the file says it. */
export function rowsOf(encounter: Encounter): string[] | null {
  const map = encounter.map as string[] | { rows?: string[]; width?: number; height?: number } | undefined;
  if (Array.isArray(map)) return map;
  if (!map && encounter.system !== "tiers") return null;
  if (map && "rows" in map && map.rows) return map.rows;
  return Array.from({ length: map?.height ?? 12 }, () => ".".repeat(map?.width ?? 20));
}

export function withRows(encounter: Encounter, rows: string[]): Encounter {
  if (encounter.system !== "tiers") return { ...encounter, map: rows };
  const old = (encounter.map ?? {}) as { legend?: Record<string, string[]>; hazard?: unknown };
  const used = new Set(rows.join(""));
  const legend: Record<string, string[]> = { ...(old.legend ?? {}) };
  for (const ground of GROUND.tiers!) if (ground.legend && used.has(ground.letter)) legend[ground.letter] ??= ground.legend;
  for (const letter of Object.keys(legend)) if (!used.has(letter)) delete legend[letter];
  return { ...encounter, map: { rows, legend, ...(old.hazard ? { hazard: old.hazard } : {}) } };
}

/** A newcomer with a name of its own, near the others of its side. */
export function newcomer(encounter: Encounter, key: string, block: Row, view: View | null): Row {
  const ids = new Set(encounter.combatants.map((row) => String(row.id ?? row.use ?? "")));
  const base = key.toLowerCase().replace(/[^\p{L}\d]+/gu, "-").replace(/^-|-$/g, "") || "one";
  let id = base;
  for (let n = 2; ids.has(id); n++) id = `${base}-${n}`;
  const [party = "heroes", foes = "foes"] = SIDES[encounter.system] ?? [];
  const friend = block.kind === "pc" || block.pc === true || block.class === "pc";
  const row: Row = { id, side: friend ? party : foes };
  if (encounter.system === "escalation") {
    row.use = key;
    encounter.blocks = { ...(encounter.blocks as object), [key]: block };
  } else row.block = structuredClone(block);
  if (view?.board.kind === "grid") row.at = free(view, friend);
  else if (encounter.system === "escalation") row.zone = view?.board.places.at(-1)?.name;
  else row.at = view?.board.places.at(friend ? 0 : -1)?.id;
  return row;
}

function free(view: View, left: boolean): [number, number] {
  if (view.board.kind !== "grid") return [0, 0];
  const { width, height, stands, ground, terrains } = view.board;
  const taken = new Set(stands.map((stand) => stand.at.join()));
  const columns = Array.from({ length: width }, (_, i) => (left ? i : width - 1 - i));
  for (const x of columns) for (let y = 0; y < height; y++) if (!taken.has(`${x},${y}`) && ["nothing", "sight"].includes(terrains[ground[y]![x]!]?.blocks ?? "nothing")) return [x, y];
  return [0, 0];
}
