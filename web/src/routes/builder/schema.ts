/** Forms from JSON Schema: what kind of field a part of a file is, what it is called, what is wrong with it. */

import { capital } from "../../lib/unit";

export interface Schema {
  $ref?: string; $defs?: Record<string, Schema>; type?: string; enum?: unknown[]; const?: unknown; anyOf?: Schema[]; items?: Schema;
  properties?: Record<string, Schema>; additionalProperties?: Schema | boolean; required?: string[]; default?: unknown; description?: string;
  minimum?: number; maximum?: number; minItems?: number; maxItems?: number;
}
export type Path = (string | number)[];
export interface Problem { path: Path; line: number; text: string }
export type Data = Record<string, unknown>;

/** Fields that say where a fight under way stands: written by the program, never by people. */
const UNDER_WAY = new Set(
  ("system name summary options combatants blocks map zones edges links goals objectives mode size state resume round lone checks forbidden forces waved reached between_turns words " +
    "battles_since_heal_up campaign_losses party").split(" "),
);
const MIDWAY = new Set(
  ("use block id name side at zone count state now learned effects modifiers botches dying aided_by aid_refused uses held unloaded status soak_marked marks busy busy_on falls prepared start unrevealed " +
    "controller control feet health surges ardor action_score hp stress armor engaged").split(" "),
);
/** Fields that name somebody of the fight. */
const PEOPLE = new Set(["who", "unit", "units", "ward", "behind", "beside", "captain", "leader"]);

export function deref(schema: Schema, root: Schema): Schema {
  if (!schema.$ref) return schema;
  const found = root.$defs?.[schema.$ref.split("/").at(-1) ?? ""] ?? {};
  return { ...found, ...(schema.description ? { description: schema.description } : {}) };
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value === "number" ? "integer" : typeof value);
const fits = (schema: Schema, value: unknown): boolean => {
  const type = schema.type ?? (schema.properties ? "object" : schema.enum ? "string" : "");
  return type === typeOf(value) || (type === "number" && typeof value === "number");
};

/** The schema that a value follows: of several the one that fits, of none yet the first. */
export function settled(schema: Schema, value: unknown, root: Schema): Schema {
  const one = deref(schema, root);
  if (!one.anyOf) return one;
  const ways = one.anyOf.map((way) => deref(way, root)).filter((way) => way.type !== "null");
  const found = (value === undefined || value === null ? undefined : ways.find((way) => fits(way, value))) ?? ways[0] ?? {};
  return { ...found, description: one.description ?? found.description, default: one.default };
}

export type Kind = "choice" | "bool" | "number" | "text" | "pair" | "words" | "rows" | "table" | "form";

export function kindOf(schema: Schema, root: Schema): Kind {
  if (schema.enum) return "choice";
  if (schema.properties) return "form";
  if (schema.type === "boolean") return "bool";
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.type === "object") return "table";
  if (schema.type === "array") {
    if (schema.minItems === 2 && schema.maxItems === 2) return "pair";
    const of = schema.items ? deref(schema.items, root) : {};
    const inner = (of.anyOf ?? [of]).map((way) => deref(way, root));
    return inner.some((way) => way.properties || way.type === "object" || way.type === "array") ? "rows" : "words";
  }
  return "text";
}

export const isSmall = (kind: Kind): boolean => ["choice", "bool", "number", "text", "pair"].includes(kind);
export const namesPeople = (name: string): boolean => PEOPLE.has(name);

/** A field's name for people: "hold_penalty" is "hold penalty", "hp" is "HP". */
export const labelOf = (name: string): string => (/^[a-z]{2}$/.test(name) && name !== "to" && name !== "at" && name !== "on" && name !== "by" ? name.toUpperCase() : capital(name.replaceAll("_", " ")));

/** What a new part begins with: its required fields, as far as the schema knows them. */
export function blank(schema: Schema, root: Schema): unknown {
  const one = settled(schema, undefined, root);
  if (one.default !== undefined && one.default !== null) return structuredClone(one.default);
  const kind = kindOf(one, root);
  if (kind === "choice") return one.enum![0];
  if (kind === "bool") return true;
  if (kind === "number") return one.minimum ?? 0;
  if (kind === "words" || kind === "rows") return [];
  if (kind === "pair") return [0, 0];
  if (kind === "table") return {};
  if (kind === "form") return Object.fromEntries((one.required ?? []).map((name) => [name, blank(one.properties![name]!, root)]));
  return "";
}

/** Fields of an encounter that the builder has no other place for. */
export const furtherFields = (root: Schema): string[] => Object.keys(root.properties ?? {}).filter((name) => !UNDER_WAY.has(name));
/** Fields of somebody's row that belong to how the fight begins. */
export const rowFields = (row: Schema): string[] => Object.keys(row.properties ?? {}).filter((name) => !MIDWAY.has(name));

/** A problem's place in the data: names of models among its path are left out. */
export function placed(problem: Problem, data: unknown): Path {
  let here = data;
  const found: Path = [];
  problem.path.forEach((part, i) => {
    const inside = here !== null && typeof here === "object" && String(part) in here;
    const missing = i === problem.path.length - 1 && typeof part === "string" && !/^(list|dict|str|int|float|bool|function|literal|constrained)\b|Model$|Row$|\[/.test(part);
    if (!inside && !missing) return;
    found.push(part);
    here = inside ? (here as Data)[String(part)] : undefined;
  });
  return found;
}

export const same = (a: Path, b: Path): boolean => a.length === b.length && a.every((part, i) => String(part) === String(b[i]));
export const under = (path: Path, start: Path): boolean => start.every((part, i) => String(part) === String(path[i]));
