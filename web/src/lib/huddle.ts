/** Where everybody is drawn on a board without squares: places side by side, the engaged in huddles, the sheltered behind their front.
 *
 * A pure function of the board, the size of the picture and the last layout, so that every screen of one size shows the same. Nearness is
 * being in the same place; within a place distance means nothing. Nobody moves who was not touched: a lane keeps the order of the
 * last layout, whoever leaves frees a slot that stays empty until the next round, newcomers come last.
 */

import type { Place, PlacesBoard, UnitView } from "./protocol";

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  w: number;
  h: number;
}

export interface PlaceBox extends Box {
  id: string;
  name: string;
  note: string;
  empty: boolean;
}

export interface Huddle extends Box {
  members: string[];
}

export interface Arc extends Point {
  h: number;
  side: -1 | 1;
}

export interface Layout {
  width: number;
  height: number;
  round: number;
  r: number;
  upright: boolean;
  places: PlaceBox[];
  ways: { from: Point; to: Point; label: string; barred: boolean }[];
  centres: Map<string, Point>;
  huddles: Huddle[];
  arcs: Arc[];
  engaged: [string, string][];
  /** Lane by lane, who has which slot; null where somebody left. */
  slots: Map<string, (string | null)[]>;
}

interface Piece {
  /** Whom the slot belongs to; a huddle goes by its first member. */
  key: string;
  w: number;
  h: number;
  lane: "left" | "middle" | "right" | "low";
  put: (x: number, y: number) => void;
}

const RADII = [24, 20, 17, 14, 12, 10];
const TITLE = 30;
const PAD = 10;

export function layoutOf(board: PlacesBoard, units: Map<string, UnitView>, width: number, height: number, round: number, last?: Layout | null): Layout {
  const upright = width < 480;
  const layers = layersOf(board);
  const known = last && last.width === width && last.round === round ? last : null;
  let best: Layout | null = null;
  for (const r of RADII) {
    if (known && r > known.r) continue; // grows again only with a new round
    const tried = attempt(board, layers, units, width, height, r, upright, round, last ?? null);
    best = tried.layout;
    if (tried.fits) break;
  }
  return best!;
}

/** The places in the order of their ways, the party's end first: one layer a step away from it. */
function layersOf(board: PlacesBoard): Place[][] {
  const next = new Map<string, string[]>(board.places.map((place) => [place.id, []]));
  for (const way of board.ways) {
    const [a = "", b = ""] = way.between;
    next.get(a)?.push(b);
    next.get(b)?.push(a);
  }
  const byId = new Map(board.places.map((place) => [place.id, place]));
  const ends = board.places.filter((place) => next.get(place.id)!.length === 1);
  const start = ends[0] ?? board.places[0];
  const seen = new Set<string>();
  const layers: Place[][] = [];
  let layer = start ? [start.id] : [];
  while (seen.size < board.places.length) {
    if (!layer.length) layer = [board.places.find((place) => !seen.has(place.id))!.id];
    layer.forEach((id) => seen.add(id));
    layers.push(layer.map((id) => byId.get(id)!));
    layer = [...new Set(layer.flatMap((id) => next.get(id) ?? []))].filter((id) => !seen.has(id) && byId.has(id));
  }
  return layers;
}

function attempt(board: PlacesBoard, layers: Place[][], units: Map<string, UnitView>, width: number, height: number, r: number, upright: boolean, round: number, last: Layout | null): { layout: Layout; fits: boolean } {
  const layout: Layout = { width, height, round, r, upright, places: [], ways: [], centres: new Map(), huddles: [], arcs: [], engaged: board.engaged.map(([a = "", b = ""]) => [a, b]), slots: new Map() };
  const weights = layers.map((layer) => Math.max(...layer.map((place) => 1 + place.units.length / 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const gap = upright ? 6 : 26;
  const room = (upright ? height : width) - gap * (layers.length - 1) - 8;
  const least = upright ? 30 : 76;
  // Empty places take the least; the rest is shared by weight.
  const sizes = share(layers.map((layer, i) => (layer.every((place) => !place.units.length) ? least : Math.max(least, (room * weights[i]!) / total))), room, least);
  let fits = true;
  let at = 4;
  const boxes = new Map<string, PlaceBox>();
  layers.forEach((layer, i) => {
    const size = sizes[i]!;
    const across = ((upright ? width : height) - 8 - 10 * (layer.length - 1)) / layer.length;
    layer.forEach((place, j) => {
      const offset = 4 + j * (across + 10);
      const tall = upright ? size : Math.min(across, place.units.length ? across : Math.max(180, across * 0.6));
      const box: PlaceBox = upright
        ? { id: place.id, name: place.name, note: place.note, empty: !place.units.length, x: offset, y: height - at - size, w: across, h: size }
        : { id: place.id, name: place.name, note: place.note, empty: !place.units.length, x: at, y: offset + (across - tall) / 2, w: size, h: tall };
      boxes.set(place.id, box);
      layout.places.push(box);
      fits = fill(layout, place, box, units, r, last) && fits;
    });
    at += size + gap;
  });
  for (const way of board.ways) {
    const [a, b] = way.between.map((id) => boxes.get(id));
    if (a && b) layout.ways.push({ from: centre(a), to: centre(b), label: way.label, barred: way.barred });
  }
  return { layout, fits };
}

function share(wanted: number[], room: number, least: number): number[] {
  const sum = wanted.reduce((a, b) => a + b, 0);
  const spare = room - sum;
  const growing = wanted.map((size) => (size > least + 0.01 ? size : 0));
  const base = growing.reduce((a, b) => a + b, 0);
  return base ? wanted.map((size, i) => Math.max(least, size + (spare * growing[i]!) / base)) : wanted.map(() => room / wanted.length);
}

function centre(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

/** Puts everybody of a place into its box; says whether they fit at this size. */
function fill(layout: Layout, place: Place, box: PlaceBox, units: Map<string, UnitView>, r: number, last: Layout | null): boolean {
  const narrow = layout.upright || box.w < 300;
  const bubble = place.units.some((id) => units.get(id)?.intent) ? 26 : 0;
  const cell = { w: 2 * r + (narrow ? 26 : 36), h: 2 * r + (narrow ? 24 : 36) + bubble };
  const pieces = piecesOf(layout, place, units, r, cell, bubble);
  if (!pieces.length) return true;
  const top = box.y + (layout.upright ? 24 : TITLE);
  const area: Box = { x: box.x + PAD, y: top, w: box.w - 2 * PAD, h: box.y + box.h - top - 6 };
  const lanes = (["left", "middle", "right", "low"] as const).map((lane) => ordered(layout, place.id, lane, pieces.filter((piece) => piece.lane === lane), last));
  return inLanes(area, lanes, cell) || onShelves(area, lanes.flat().filter((piece): piece is Piece => piece !== null));
}

/** The pieces of a lane by their old slots; null is a slot that stays empty. */
function ordered(layout: Layout, place: string, lane: string, pieces: Piece[], last: Layout | null): (Piece | null)[] {
  const name = `${place}/${lane}`;
  const old = last?.slots.get(name) ?? [];
  const here = new Map(pieces.map((piece) => [piece.key, piece]));
  let slots: (Piece | null)[] = old.map((key) => (key && here.get(key)) || null);
  slots.forEach((piece) => piece && here.delete(piece.key));
  if (last?.round !== layout.round) slots = slots.filter((piece) => piece !== null);
  while (slots.length && slots.at(-1) === null) slots.pop();
  slots.push(...here.values());
  layout.slots.set(name, slots.map((piece) => piece?.key ?? null));
  return slots;
}

function piecesOf(layout: Layout, place: Place, units: Map<string, UnitView>, r: number, cell: { w: number; h: number }, bubble: number): Piece[] {
  const { centres, huddles, arcs } = layout;
  const present = new Set(place.units);
  const engaged = new Map<string, string[]>();
  for (const [a, b] of layout.engaged) {
    engaged.set(a, [...(engaged.get(a) ?? []), b]);
    engaged.set(b, [...(engaged.get(b) ?? []), a]);
  }
  const behind = new Map<string, string[]>();
  const sheltered = new Set<string>();
  for (const [who = "", front = ""] of place.behind) {
    if (!present.has(who) || !present.has(front)) continue;
    behind.set(front, [...(behind.get(front) ?? []), who]);
    sheltered.add(who);
  }
  const grouped = new Set(place.groups.flat());
  const sideOf = (id: string): "party" | "foe" | "other" => units.get(id)?.stance ?? "other";
  const dot = (id: string, x: number, y: number): void => void centres.set(id, { x, y: y + bubble / 2 });
  const column = (ids: string[], x: number, y: number, rows: number): void =>
    ids.forEach((id, i) => dot(id, x + cell.w * (Math.floor(i / rows) + 0.5), y + cell.h * ((i % rows) + 0.5)));
  const shelterWidth = (id: string): number => (behind.has(id) ? Math.ceil(behind.get(id)!.length / 3) * cell.w + 16 : 0);
  const shelter = (front: string, x: number, y: number, h: number): void => {
    const ids = behind.get(front);
    if (!ids) return;
    const side = sideOf(front) === "foe" ? 1 : -1;
    const rows = Math.min(3, ids.length);
    const w = shelterWidth(front);
    const left = side < 0 ? x - w : x + 16;
    column(ids, left, y + (h - rows * cell.h) / 2, rows);
    arcs.push({ x: side < 0 ? x - 8 : x + 8, y: y + h / 2, h: Math.max(cell.h, rows * cell.h) * 0.9, side });
  };

  const pieces: Piece[] = [];
  for (const group of place.groups) {
    const members = group.filter((id) => present.has(id));
    const left = sorted(members.filter((id) => sideOf(id) !== "foe" && !sheltered.has(id)), members, engaged);
    const right = sorted(members.filter((id) => sideOf(id) === "foe" && !sheltered.has(id)), members, engaged);
    const rows = Math.max(Math.min(3, left.length), Math.min(3, right.length), 1);
    const columns = (ids: string[]): number => Math.max(1, Math.ceil(ids.length / 3));
    const [lc, rc] = [columns(left), columns(right)];
    const middle = cell.w > 70 ? 46 : 22;
    const w = (lc + rc) * cell.w + middle + 8;
    const h = rows * cell.h + 12;
    const fronts = members.filter((id) => behind.has(id));
    const [before, after] = [fronts.filter((id) => sideOf(id) !== "foe"), fronts.filter((id) => sideOf(id) === "foe")].map((ids) => Math.max(0, ...ids.map(shelterWidth)));
    pieces.push({
      key: members[0] ?? "", w: w + before! + after!, h, lane: "middle",
      put: (x, y) => {
        const x0 = x + before!;
        huddles.push({ x: x0, y, w, h, members });
        const high = (ids: string[]): number => Math.min(rows, ids.length);
        column(left, x0 + 4, y + 6 + ((rows - high(left)) * cell.h) / 2, high(left) || 1);
        column(right, x0 + 4 + lc * cell.w + middle, y + 6 + ((rows - high(right)) * cell.h) / 2, high(right) || 1);
        fronts.forEach((id) => shelter(id, sideOf(id) === "foe" ? x0 + w : x0, y, h));
      },
    });
  }
  for (const id of place.units) {
    if (grouped.has(id) || sheltered.has(id)) continue;
    const side = sideOf(id);
    const extra = shelterWidth(id);
    const rows = Math.max(1, Math.min(3, behind.get(id)?.length ?? 1));
    const h = rows * cell.h;
    pieces.push({
      key: id, w: cell.w + extra, h, lane: side === "party" ? "left" : side === "foe" ? "right" : "low",
      put: (x, y) => {
        const x0 = side === "foe" ? x : x + extra;
        dot(id, x0 + cell.w / 2, y + h / 2);
        shelter(id, side === "foe" ? x0 + cell.w : x0, y, h);
      },
    });
  }
  return pieces;
}

/** A side of a huddle by the mean place of those its members are engaged with, so that lines cross little. */
function sorted(side: string[], all: string[], engaged: Map<string, string[]>): string[] {
  const place = new Map(all.map((id, i) => [id, i]));
  const mean = (id: string): number => {
    const others = (engaged.get(id) ?? []).map((other) => place.get(other) ?? 0);
    return others.length ? others.reduce((a, b) => a + b, 0) / others.length : 0;
  };
  return [...side].sort((a, b) => mean(a) - mean(b));
}

const wide = (lane: (Piece | null)[]): number => Math.max(0, ...lane.map((piece) => piece?.w ?? 0));

function tall(lane: (Piece | null)[], gap: number, cell: { h: number }): number {
  return lane.reduce((sum, piece) => sum + (piece?.h ?? cell.h) + gap, -gap);
}

/** Free party left, huddles in the middle, free foes right, others below the middle. */
function inLanes(area: Box, lanes: (Piece | null)[][], cell: { w: number; h: number }): boolean {
  const [left, middle, right, low] = lanes as [(Piece | null)[], (Piece | null)[], (Piece | null)[], (Piece | null)[]];
  const gap = 10;
  const centreLane = [...middle, ...low];
  const used = [left, centreLane, right].filter((lane) => lane.length);
  const need = used.reduce((sum, lane) => sum + wide(lane), 0);
  if (need > area.w || used.some((lane) => tall(lane, gap, cell) > area.h)) return false;
  const air = (area.w - need) / (used.length + 1);
  let x = area.x + air;
  for (const lane of used) {
    const w = wide(lane);
    let y = area.y + Math.max(0, (area.h - tall(lane, gap, cell)) / 2);
    for (const piece of lane) {
      piece?.put(x + (w - piece.w) / 2, y);
      y += (piece?.h ?? cell.h) + gap;
    }
    x += w + air;
  }
  return true;
}

/** Where lanes are too wide: one after the other, row by row. */
function onShelves(area: Box, pieces: Piece[]): boolean {
  const shelves: { pieces: Piece[]; w: number; h: number }[] = [];
  let widest = 0;
  for (const piece of pieces) {
    widest = Math.max(widest, piece.w);
    const shelf = shelves.at(-1);
    if (shelf && shelf.w + piece.w + 4 <= area.w) {
      shelf.pieces.push(piece);
      shelf.w += piece.w + 4;
      shelf.h = Math.max(shelf.h, piece.h);
    } else shelves.push({ pieces: [piece], w: piece.w, h: piece.h });
  }
  const need = shelves.reduce((sum, shelf) => sum + shelf.h + 4, -4);
  let y = area.y + Math.max(0, (area.h - need) / 2);
  for (const shelf of shelves) {
    const air = Math.max(0, area.w - shelf.w) / (shelf.pieces.length + 1);
    let x = area.x + air;
    for (const piece of shelf.pieces) {
      piece.put(x, y + (shelf.h - piece.h) / 2);
      x += piece.w + 4 + air;
    }
    y += shelf.h + 4;
  }
  return widest <= area.w && need <= area.h;
}
