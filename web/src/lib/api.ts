/** The table service over HTTP. Every refusal comes as a `Refused` with a sentence for people. */

import type { RulingForm, Switch, TableSettings, View } from "./protocol";

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
export const patch = <T>(path: string, body: unknown): Promise<T> => call<T>("PATCH", path, body);
export const remove = <T>(path: string): Promise<T> => call<T>("DELETE", path);

export interface Difficulty {
  word: string;
  win: [number, number];
  falls: [number, number];
}

export interface EncounterCard {
  id: string;
  name: string;
  summary: string;
  party: number;
  foes: number;
  difficulty?: Difficulty;
  budget?: string;
}

export interface SystemCard {
  name: string;
  title: string;
  sentence: string;
  board: "grid" | "zones" | "groups";
  steps: { title: string; text: string }[];
  words: { word: string; text: string; clause: string }[];
  encounters: EncounterCard[];
  tactics: string[];
  switches: Switch[];
}

export interface SeatLink {
  seat: string;
  role: "gm" | "player" | "spectator" | "screen";
  url: string;
  qr: string;
}

export interface Opened {
  table: string;
  links: SeatLink[];
  gm?: SeatLink;
}

export interface SeatInfo {
  seat: string;
  role: "gm" | "player" | "spectator" | "screen";
  present: boolean;
  left_seconds?: number;
  units: string[];
  auto?: string;
}

export interface TableInfo {
  table: string;
  name: string;
  system: string;
  seats: SeatInfo[];
  settings: TableSettings;
  fights: { id: string; name: string; state: string; result?: string; encounter?: string }[];
  you: { seat: string; role: "gm" | "player" | "spectator" | "screen" };
  rulings?: RulingForm[];
  lan?: string;
}

export const systems = (): Promise<SystemCard[]> => get("/systems");
export const enter = (token: string): Promise<{ table: string; seat: string; role: string }> => post("/enter", { token });
export const open = (body: Record<string, unknown>): Promise<Opened> => post("/tables", body);
export const playNow = (encounter?: string): Promise<Opened> => post("/play", encounter ? { encounter } : {});
export const tableInfo = (table: string): Promise<TableInfo> => get(`/tables/${table}`);
export const viewAs = (table: string, seat: string): Promise<View> => get(`/tables/${table}/view?as=${encodeURIComponent(seat)}`);
