/** The table service over HTTP. Every refusal comes as a `Refused` with a sentence for people. */

import type { components } from "../api";
import { keep, kept } from "./keep";
import type { View } from "./protocol";

export class Refused extends Error {
  constructor(
    readonly kind: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

export async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      keepalive: method === "DELETE", // what nobody waits for is given up even as the page closes
    });
  } catch (problem) {
    if (signal?.aborted) throw problem;
    throw new Refused("unavailable", "", 0);
  }
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = text;
  }
  if (!answer.ok) {
    const error = (data as { error?: { kind: string; text: string } } | null)?.error;
    throw new Refused(error?.kind ?? "unavailable", error?.text ?? `${answer.status} ${answer.statusText}`, answer.status);
  }
  return data as T;
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => call<T>("GET", path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> => call<T>("POST", path, body, signal);
export const remove = <T>(path: string): Promise<T> => call<T>("DELETE", path);

type Schemas = components["schemas"];

export type Difficulty = Schemas["Difficulty"];
export type EncounterCard = Schemas["EncounterInfo"];
export type SystemCard = Schemas["SystemInfo"];
export type SeatLink = Schemas["Link"];
export type Opened = Schemas["Opened"];
export type SeatInfo = Schemas["SeatInfo"];
export type TableInfo = Schemas["TableInfo"];

export const systems = (): Promise<SystemCard[]> => get("/systems");
export const enter = (token: string): Promise<{ table: string; seat: string; role: string }> => post("/enter", { token });

/** Opens a table; this browser remembers what it was opened with, for "play again". */
export async function open(body: { encounter: unknown } & Record<string, unknown>): Promise<Opened> {
  const opened = await post<Opened>("/tables", body);
  keep(`encounter.${opened.table}`, JSON.stringify(body.encounter));
  return opened;
}

export async function playNow(encounter?: unknown): Promise<Opened> {
  const opened = await post<Opened>("/play", encounter ? { encounter } : {});
  if (encounter) keep(`encounter.${opened.table}`, JSON.stringify(encounter));
  return opened;
}

/** Begins a table's next fight, remembered like the first. */
export async function nextFight(table: string, encounter: unknown, after: number | null): Promise<void> {
  await post(`/tables/${table}/fights`, { encounter, after });
  keep(`encounter.${table}`, JSON.stringify(encounter));
}

/** What a table was opened with in this browser, if it was. */
export function encounterOf(table: string): unknown {
  const text = kept(`encounter.${table}`);
  return text ? JSON.parse(text) : undefined;
}

export const tableInfo = (table: string): Promise<TableInfo> => get(`/tables/${table}`);
export const viewAs = (table: string, seat: string): Promise<View> => get(`/tables/${table}/view?as=${encodeURIComponent(seat)}`);
