/** Places and the ways between them, however a system's file says them. */

import type { Encounter } from "../../lib/draft";

export interface Drawn { places: { id: string; name: string }[]; ways: [string, string][] }
type Row = Record<string, unknown>;

const NAMED = new Set(["riposte", "escalation"]);
/** The field of a combatant that names its place. */
export const placeField = (system: string): "at" | "zone" => (system === "escalation" ? "zone" : "at");

export function drawn(encounter: Encounter): Drawn {
  const zones = (encounter.zones as (string | Row)[] | undefined) ?? [];
  const places = zones.map((zone) => (typeof zone === "string" ? { id: zone, name: zone } : { id: String(zone.id ?? zone.name), name: String(zone.name ?? zone.id) }));
  let ways: [string, string][] = [];
  if (encounter.system === "escalation") ways = zones.flatMap((zone) => (typeof zone === "string" ? [] : ((zone.links as string[] | undefined) ?? []).map((other): [string, string] => [String(zone.name), other])));
  else if (encounter.system === "clash") ways = ((encounter.edges as (string[] | Row)[] | undefined) ?? []).map((edge) => (Array.isArray(edge) ? edge : (edge.between as string[])) as [string, string]);
  else ways = ((encounter.links as [string, string][] | undefined) ?? []).map(([a, b]) => [a, b]);
  return { places, ways };
}

const joins = ([a, b]: [string, string], one: string, other: string): boolean => (a === one && b === other) || (a === other && b === one);
export const isWay = (found: Drawn, one: string, other: string): boolean => found.ways.some((way) => joins(way, one, other));

export function setWay(encounter: Encounter, one: string, other: string, open: boolean): Encounter {
  if (encounter.system === "escalation") {
    const zones = (encounter.zones as Row[]).map((zone) => {
      const links = ((zone.links as string[] | undefined) ?? []).filter((to) => !(joins([String(zone.name), to], one, other)));
      if (open && zone.name === one) links.push(other);
      const { links: _, ...rest } = zone;
      return links.length ? { ...rest, links } : rest;
    });
    return { ...encounter, zones };
  }
  const field = encounter.system === "clash" ? "edges" : "links";
  const kept = ((encounter[field] as (string[] | Row)[] | undefined) ?? []).filter((edge) => !joins((Array.isArray(edge) ? edge : edge.between) as [string, string], one, other));
  return { ...encounter, [field]: open ? [...kept, [one, other]] : kept };
}

export function addPlace(encounter: Encounter, name: string): Encounter {
  const { places } = drawn(encounter);
  const base = NAMED.has(encounter.system) ? name : name.toLowerCase().replace(/[^\p{L}\d]+/gu, "-");
  let id = base;
  for (let n = 2; places.some((place) => place.id === id); n++) id = NAMED.has(encounter.system) ? `${base} ${n}` : `${base}-${n}`;
  const zone = encounter.system === "riposte" ? id : encounter.system === "clash" ? { id, name } : { name: id };
  const next = { ...encounter, zones: [...((encounter.zones as unknown[]) ?? []), zone] };
  const before = places.at(-1);
  return before ? setWay(next, before.id, id, true) : next;
}

/** Everything in a file that names a place by its id, under another name. */
function renamedIn(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((one) => renamedIn(one, from, to));
  return value;
}

export function renamePlace(encounter: Encounter, id: string, name: string): Encounter {
  if (!name || drawn(encounter).places.some((place) => place.name === name)) return encounter;
  if (!NAMED.has(encounter.system)) return { ...encounter, zones: (encounter.zones as Row[]).map((zone) => (zone.id === id ? { ...zone, name } : zone)) };
  const field = placeField(encounter.system);
  const next: Encounter = { ...encounter, combatants: encounter.combatants.map((row) => (row[field] === id ? { ...row, [field]: name } : row)) };
  if (encounter.system === "escalation") next.zones = (encounter.zones as Row[]).map((zone) => ({ ...zone, name: zone.name === id ? name : zone.name, ...(zone.links ? { links: renamedIn(zone.links, id, name) } : {}) }));
  else for (const part of ["zones", "links", "exits", "box"]) if (encounter[part] !== undefined) next[part] = renamedIn(encounter[part], id, name);
  return next;
}

/** A place goes, with its ways; whoever stood there stands in the one before it. */
export function dropPlace(encounter: Encounter, id: string): Encounter {
  const { places, ways } = drawn(encounter);
  const place = places.findIndex((one) => one.id === id);
  const other = places[place ? place - 1 : 1];
  if (!other) return encounter;
  let next = encounter;
  for (const [a, b] of ways) if (a === id || b === id) next = setWay(next, a, b, false);
  const field = placeField(encounter.system);
  return { ...next, zones: (next.zones as unknown[]).filter((_, i) => i !== place), combatants: next.combatants.map((row) => (row[field] === id ? { ...row, [field]: other.id } : row)) };
}
