/** Where everybody is drawn on a board without squares: places side by side, the engaged in huddles, the sheltered behind their front.
 *
 * A pure function of the board, the size of the picture and the last layout, so that every screen of one size shows the same. Nearness is
 * being in the same place; within a place distance means nothing. Nobody moves who was not touched: a lane keeps the order of the
 * last layout, whoever leaves frees a slot that stays empty until the next round, newcomers come last.
 */

import type { Place, PlacesBoard, UnitView } from "./protocol";
import { healthShown, shortName } from "./unit";

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
  /** Its name stands beside its people instead of above them. */
  beside: boolean;
  /** Whether health has a line of its own under the names here. */
  below: boolean;
  /** What is said of it, in as many lines as it needs. */
  lines: string[];
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
  /** Whether there is room for names under the tokens. */
  names: boolean;
  /** What somebody announced, as much of it as there is room for, and where it stands; a tag lies on the upper edge of its token. */
  bubbles: Map<string, { text: string; w: number; at: "beside" | "above" | "tag" }>;
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

/** What is tried, one after the other, until everybody fits: the size of a token, and whether names stand under them. */
const TRIES: [number, boolean][] = [[32, true], [28, true], [24, true], [20, true], [17, true], [14, true], [12, true], [10, true], [14, false], [12, false], [10, false], [8, false]];
/** A wide screen has room for larger ones. */
const LARGE: [number, boolean][] = [[46, true], [38, true], ...TRIES];
const WIDE = 1000;
const NARROW: [number, boolean][] = [[22, true], [19, true], [17, true], [15, true], [18, false], [15, false], [13, false], [11, false], [9, false], [8, false], [7, false], [6.2, false]];
const TITLE = 30;
const PAD = 10;
/** About how wide a sign is, in the small type of boards. */
const SIGN = 6.9;

/** A text in lines of at most this width; the last of them says with a dot that more was left out. */
export function linesOf(text: string, room: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + 1 + word.length) * SIGN <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]}…`];
}

const wide = (text: string): number => text.length * SIGN + 14;

/** How somebody's announcement can be said, the longest first; the last is a mere sign, for where there is no room. */
export type Sayings = (unit: UnitView) => string[];

export function layoutOf(board: PlacesBoard, units: Map<string, UnitView>, width: number, height: number, round: number, last?: Layout | null, sayings: Sayings = (unit) => (unit.intent ? [unit.intent] : [])): Layout {
  const upright = width < 480;
  const layers = layersOf(board);
  const known = last && last.width === width && last.round === round ? last : null;
  let best: Layout | null = null;
  // First with room for what everybody announced; where that makes tokens too small, the words are cut instead.
  // Everybody in the lanes of their side, the huddles between them, before all of them in rows: that shows who is free and who is not.
  // On a phone one's own side, whose ticks and arrows say it as well, goes without words before the others do.
  const others: Sayings = (unit) => (unit.stance === "party" ? [] : sayings(unit));
  const ways: [boolean, boolean, Sayings][] = upright ? [[true, false, sayings], [true, false, others], [false, false, sayings]] : [[true, true, sayings], [false, true, sayings], [true, false, sayings], [false, false, sayings]];
  for (const [roomy, lanes, said] of ways)
    for (const [r, names] of upright ? NARROW : width > WIDE ? LARGE : TRIES) {
      // Grows again only with a new round, or where it is worth a jump.
      if ((known && known.names === names && r > known.r && r < known.r * 1.35) || (roomy && r < (upright ? 11 : 17)) || (lanes && (r < 20 || !names))) continue;
      const tried = attempt(board, layers, units, width, height, r, names, upright, round, last ?? null, said, roomy, lanes);
      best = tried.layout;
      if (tried.fits) return best;
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

function attempt(board: PlacesBoard, layers: Place[][], units: Map<string, UnitView>, width: number, height: number, r: number, names: boolean, upright: boolean, round: number, last: Layout | null, sayings: Sayings, roomy: boolean, lanes: boolean): { layout: Layout; fits: boolean } {
  const layout: Layout = { width, height, round, r, upright, places: [], ways: [], centres: new Map(), huddles: [], arcs: [], engaged: board.engaged.map(([a = "", b = ""]) => [a, b]), names, bubbles: new Map(), slots: new Map() };
  if (upright) return { layout, fits: stacked(layout, board, layers, units, last, sayings, roomy) };
  const weights = layers.map((layer) => Math.max(...layer.map((place) => 1 + place.units.length / 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const gap = 26;
  const room = width - gap * (layers.length - 1) - 8;
  const least = Math.min(92, Math.max(76, ...board.places.map((place) => place.name.length * 7.6 + 14)));
  // Empty places take the least; the rest is shared by weight.
  const sizes = share(layers.map((layer, i) => (layer.every((place) => !place.units.length) ? least : Math.max(least, (room * weights[i]!) / total))), room, least);
  let fits = true;
  let at = 4;
  const boxes = new Map<string, PlaceBox>();
  layers.forEach((layer, i) => {
    const size = sizes[i]!;
    const across = (height - 8 - 10 * (layer.length - 1)) / layer.length;
    layer.forEach((place, j) => {
      const offset = 4 + j * (across + 10);
      const tall = Math.min(across, place.units.length ? across : Math.max(180, across * 0.6));
      const box: PlaceBox = { id: place.id, name: place.name, note: place.note, empty: !place.units.length, beside: false, below: false, lines: linesOf(place.note, size - 14, 3), x: at, y: offset + (across - tall) / 2, w: size, h: tall };
      boxes.set(place.id, box);
      layout.places.push(box);
      fits = fill(layout, place, box, units, r, last, sayings, roomy, lanes) && fits;
    });
    at += size + gap;
  });
  addWays(layout, board, boxes);
  return { layout, fits };
}

function addWays(layout: Layout, board: PlacesBoard, boxes: Map<string, PlaceBox>): void {
  for (const way of board.ways) {
    const [a, b] = way.between.map((id) => boxes.get(id));
    if (a && b) layout.ways.push({ from: centre(a), to: centre(b), label: way.label, barred: way.barred });
  }
}

const SIDE = 92;
/** How far a tag stands out above its token. */
const TAG = 13;
const tagWidth = (text: string): number => text.length * 7.2 + 8;

/** What somebody announced, on the edge of its token. */
function tag(layout: Layout, id: string, list: string[], room: number): void {
  const text = [...list, (list.at(-1) ?? "").replace(/^→ /, "")].find((one) => tagWidth(one) <= room) ?? `${(list.at(-1) ?? "").slice(0, Math.max(2, Math.floor((room - 8) / 7.2) - 1))}.`;
  if (list.length) layout.bubbles.set(id, { text, w: tagWidth(text), at: "tag" });
}

/** On a narrow picture: places as strips from the bottom up, each as high as its people need; what is left over is shared. */
function stacked(layout: Layout, board: PlacesBoard, layers: Place[][], units: Map<string, UnitView>, last: Layout | null, sayings: Sayings, roomy: boolean): boolean {
  const { width, height, r } = layout;
  // A crowd stands close.
  const tight = r < 10;
  const cell = layout.names ? { w: 2 * r + 28, h: 2 * r + 23 } : tight ? { w: 2.4 * r + 1, h: 2.4 * r + 1 } : { w: 2 * r + 10, h: 2 * r + 9 };
  const gap = 5;
  let fits = true;
  const rows = layers.map((layer) => {
    const w = (width - 8 - 6 * (layer.length - 1)) / layer.length;
    return layer.map((place) => {
      const inner = w - 2 * PAD;
      const wanted = (most: number, tag: number): Piece[] =>
        (["left", "middle", "right", "low"] as const)
          .flatMap((lane) => ordered(layout, place.id, lane, piecesOf(layout, place, units, { w: cell.w, h: cell.h + tag }, tag, most ? sayings : null, most).filter((piece) => piece.lane === lane), last))
          .filter((piece): piece is Piece => piece !== null);
      let pieces = wanted(112, 0);
      let shelves = shelvesOf(pieces, inner - SIDE);
      if (shelves.length > 1) {
        pieces = wanted(62, 0);
        shelves = shelvesOf(pieces, inner - SIDE);
      }
      let tagged = false;
      if (shelves.length > 1 && pieces.length) {
        // What has no room beside the tokens lies on them; of a crowd it stands in the log and on the sheets.
        tagged = roomy && place.units.some((id) => units.has(id) && sayings(units.get(id)!).length > 0);
        pieces = wanted(0, tagged ? TAG : 0);
        shelves = shelvesOf(pieces, inner - SIDE);
      }
      const above = shelvesOf(pieces, inner);
      const beside = (shelves.length <= 1 && (shelves[0]?.w ?? 0) <= inner - SIDE) || (tight && highOf(shelves) + 10 <= highOf(above) + 32);
      if (!beside) shelves = above;
      if (tight && shelves.length > 1) {
        // No last one alone in a row.
        const even = shelvesOf(pieces, shelves.reduce((sum, shelf) => sum + shelf.w, 0) / shelves.length + cell.w);
        if (even.length === shelves.length) shelves = even;
      }
      if (pieces.some((piece) => piece.w > inner)) fits = false;
      const noted = beside && pieces.length ? linesOf(place.note, SIDE - 6, 2).length * 14 + 22 : 0;
      return { place, w, beside, shelves, noted, need: Math.max(28, highOf(shelves) + (beside ? 10 : 32)), tagged };
    });
  });
  const needed = (noted: boolean): number[] => rows.map((row) => Math.max(...row.map((one) => Math.max(one.need, noted ? one.noted : 0))));
  const highAs = (needs: number[]): number => needs.reduce((sum, need) => sum + need, 0) + gap * (rows.length - 1) + 8;
  // What stands to reach a place goes before what somebody announced.
  const noted = !roomy || highAs(needed(true)) <= height;
  const needs = needed(noted);
  const total = highAs(needs);
  const weight = rows.map((row) => Math.max(...row.map((one) => one.place.units.length)));
  const spare = Math.max(0, height - total) / Math.max(1, weight.reduce((sum, one) => sum + one, 0));
  const boxes = new Map<string, PlaceBox>();
  // More people than there is room for even so: the picture is higher than its window, which shows all of it smaller.
  layout.height = Math.max(height, total);
  let y = layout.height - 4;
  rows.forEach((row, i) => {
    const h = needs[i]! + weight[i]! * spare;
    y -= h;
    row.forEach((one, j) => {
      const box: PlaceBox = { id: one.place.id, name: one.place.name, note: one.place.note, empty: !one.place.units.length, beside: one.beside, below: false, lines: one.beside && one.place.units.length ? (noted ? linesOf(one.place.note, SIDE - 6, 2) : []) : [one.place.note], x: 4 + j * (one.w + 6), y, w: one.w, h };
      boxes.set(box.id, box);
      layout.places.push(box);
      const left = one.beside ? SIDE : 0;
      const top = one.beside ? 4 : 24;
      putOnShelves({ x: box.x + PAD + left, y: y + top, w: box.w - 2 * PAD - left, h: h - top - 4 }, one.shelves);
      if (!one.tagged) return;
      const room = (box.w - 2 * PAD - left) / Math.max(...one.shelves.map((shelf) => shelf.pieces.length)) - 1;
      for (const id of one.place.units) tag(layout, id, units.has(id) ? sayings(units.get(id)!) : [], room);
    });
    y -= gap;
  });
  addWays(layout, board, boxes);
  return fits && total <= height;
}

function share(wanted: number[], room: number, least: number): number[] {
  const sum = wanted.reduce((a, b) => a + b, 0);
  const spare = room - sum;
  const growing = wanted.map((size) => (size > least + 0.01 ? size : 0));
  const base = growing.reduce((a, b) => a + b, 0);
  if (!base) return wanted.map(() => room / wanted.length);
  const shared = wanted.map((size, i) => Math.max(least, size + (spare * growing[i]!) / base));
  const total = shared.reduce((a, b) => a + b, 0);
  return total > room ? shared.map((size) => (size * room) / total) : shared;
}

function centre(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

/** Puts everybody of a place into its box; says whether they fit at this size. */
function fill(layout: Layout, place: Place, box: PlaceBox, units: Map<string, UnitView>, r: number, last: Layout | null, sayings: Sayings, roomy: boolean, lanesOnly: boolean): boolean {
  // Without room for names what is announced lies on the tokens; of a crowd it stands in the log and on the sheets.
  const said = layout.names || r >= 12 ? place.units.map((id) => units.get(id)).map((unit) => (unit ? sayings(unit) : [])).filter((list) => list.length) : [];
  const bubble = !said.length ? 0 : layout.names ? 26 : TAG;
  const cell = { w: Math.max(2 * r + (!layout.names ? (bubble ? 20 : 14) : box.w < 300 ? 26 : 44), ...(roomy ? said.map((list) => Math.min(wide(list.at(-2) ?? list[0]!) + 6, box.w - 2 * PAD)) : [])), h: (layout.names ? Math.max(2 * r + 36, 2.8 * r + 20) : 2.8 * r + 4) + bubble };
  // Names with figures that are wider than their cell stand in two lines.
  const told = place.units.map((id) => units.get(id)).filter((unit) => unit !== undefined && healthShown(unit) !== "");
  box.below = layout.names && !bubble && told.some((unit) => labelWidth(unit!, r) > cell.w - 4);
  if (box.below) cell.h += 15;
  const pieces = piecesOf(layout, place, units, cell, bubble, null);
  if (!pieces.length) return true;
  const top = box.y + TITLE;
  const area: Box = { x: box.x + PAD, y: top, w: box.w - 2 * PAD, h: box.y + box.h - top - (box.lines.length ? box.lines.length * 15 + 11 : 6) };
  const lanes = (["left", "middle", "right", "low"] as const).map((lane) => ordered(layout, place.id, lane, pieces.filter((piece) => piece.lane === lane), last));
  const say = (id: string, room: number): void => {
    const unit = units.get(id);
    const list = unit && said.length ? sayings(unit) : [];
    if (!layout.names) return tag(layout, id, list, room);
    const text = list.find((one) => wide(one) <= room) ?? clipped(list.at(-1), room);
    if (text) layout.bubbles.set(id, { text, w: wide(text), at: "above" });
  };
  if (inLanes(area, lanes, cell, say)) {
    for (const id of place.units) if (!layout.bubbles.has(id)) say(id, cell.w - 4);
    return true;
  }
  if (lanesOnly) return false;
  const all = lanes.flat().filter((piece): piece is Piece => piece !== null);
  const shelves = shelvesOf(all, area.w);
  putOnShelves(area, shelves);
  for (const id of place.units) say(id, Math.max(cell.w - 4, area.w / Math.max(1, shelves[0]?.pieces.length ?? 1) - 8));
  return highOf(shelves) <= area.h && all.every((piece) => piece.w <= area.w);
}

/** How wide a name with its figures is, in the type under a token of this size. */
export const labelWidth = (unit: UnitView, r: number): number => (shortName(unit).length + healthShown(unit).length + 1) * (r > 25 ? 7.7 : 7);

const clipped = (text: string | undefined, room: number): string => (!text ? "" : wide(text) <= room ? text : `${text.slice(0, Math.max(3, Math.floor((room - 14) / SIGN) - 1)).trimEnd()}…`);

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

/** Everybody of a place in pieces that stay together. `bubble` is the height kept above a token for what it announced; `beside` keeps room at its side. */
function piecesOf(layout: Layout, place: Place, units: Map<string, UnitView>, cell: { w: number; h: number }, bubble: number, beside: Sayings | null, most = 112): Piece[] {
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
  // A name hangs below its token: the two together stand in the middle of their cell, clear of what is drawn around it.
  const raised = layout.names ? (layout.upright ? 5 : 9) : 0;
  const dot = (id: string, x: number, y: number): void => void centres.set(id, { x, y: y + (!layout.names && sideOf(id) === "party" ? -bubble : bubble) / 2 - raised });
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
    const theirs = members.filter((id) => sideOf(id) === "foe" && !sheltered.has(id));
    const left = sorted(members.filter((id) => sideOf(id) !== "foe" && !sheltered.has(id)), theirs, engaged);
    const right = sorted(theirs, left, engaged);
    const rows = Math.max(Math.min(3, left.length), Math.min(3, right.length), 1);
    const columns = (ids: string[]): number => Math.max(1, Math.ceil(ids.length / 3));
    const [lc, rc] = [columns(left), columns(right)];
    const middle = cell.w > 70 ? 46 : 22;
    const side = cell.w > 70 ? 12 : 4;
    const w = (lc + rc) * cell.w + middle + 2 * side;
    const h = rows * cell.h + 12;
    const fronts = members.filter((id) => behind.has(id));
    const [before, after] = [fronts.filter((id) => sideOf(id) !== "foe"), fronts.filter((id) => sideOf(id) === "foe")].map((ids) => Math.max(0, ...ids.map(shelterWidth)));
    // Those who shelter may stand higher than the huddle does.
    const tall = Math.max(h, ...fronts.map((id) => Math.min(3, behind.get(id)!.length) * cell.h));
    pieces.push({
      key: members[0] ?? "", w: w + before! + after!, h: tall, lane: "middle",
      put: (x, top) => {
        const x0 = x + before!;
        const y = top + (tall - h) / 2;
        huddles.push({ x: x0, y, w, h, members });
        const high = (ids: string[]): number => Math.min(rows, ids.length);
        column(left, x0 + side, y + 6 + ((rows - high(left)) * cell.h) / 2, high(left) || 1);
        column(right, x0 + side + lc * cell.w + middle, y + 6 + ((rows - high(right)) * cell.h) / 2, high(right) || 1);
        fronts.forEach((id) => shelter(id, sideOf(id) === "foe" ? x0 + w : x0, y, h));
      },
    });
  }
  for (const id of place.units) {
    if (grouped.has(id) || sheltered.has(id)) continue;
    const side = sideOf(id);
    const extra = shelterWidth(id);
    const unit = units.get(id);
    const intent = unit && beside ? (beside(unit).find((one) => wide(one) <= most) ?? clipped(beside(unit).at(-1), most)) : "";
    const room = intent ? wide(intent) + 8 : 0;
    const rows = Math.max(1, Math.min(3, behind.get(id)?.length ?? 1));
    const h = rows * cell.h;
    pieces.push({
      key: id, w: cell.w + extra + room, h, lane: side === "party" ? "left" : side === "foe" ? "right" : "low",
      put: (x, y) => {
        const x0 = side === "foe" ? x : x + extra;
        if (room) layout.bubbles.set(id, { text: intent, w: room - 8, at: "beside" });
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

interface Column {
  pieces: (Piece | null)[];
  w: number;
}

/** A lane in as many columns as its height needs. */
function columnsOf(lane: (Piece | null)[], height: number, gap: number, cell: { h: number }): Column[] | null {
  for (let count = 1; count <= 4; count++) {
    const each = Math.ceil(lane.length / count);
    const columns = Array.from({ length: Math.ceil(lane.length / each) }, (_, i) => lane.slice(i * each, (i + 1) * each));
    if (columns.every((column) => tallOf(column, gap, cell) <= height)) return columns.map((pieces) => ({ pieces, w: Math.max(...pieces.map((piece) => piece?.w ?? 0)) }));
  }
  return null;
}

function tallOf(lane: (Piece | null)[], gap: number, cell: { h: number }): number {
  return lane.reduce((sum, piece) => sum + (piece?.h ?? cell.h) + gap, -gap);
}

/** Free party left, huddles in the middle, free foes right, others below the middle. */
function inLanes(area: Box, lanes: (Piece | null)[][], cell: { w: number; h: number }, say: (key: string, room: number) => void): boolean {
  const [left = [], middle = [], right = [], low = []] = lanes;
  const gap = 8;
  const used = [left, [...middle, ...low], right].filter((lane) => lane.length).map((lane) => columnsOf(lane, area.h, gap, cell));
  if (used.some((columns) => columns === null)) return false;
  const columns = (used as Column[][]).flat();
  const need = columns.reduce((sum, column) => sum + column.w, 0);
  if (need > area.w) return false;
  const air = (area.w - need) / (columns.length + 1);
  let x = area.x + air;
  for (const column of columns) {
    // What is left over gives air between them, up to a point: nearness inside a place means nothing.
    const spread = gap + Math.min(26, Math.max(0, area.h - tallOf(column.pieces, gap, cell)) / (column.pieces.length + 1));
    let y = area.y + Math.max(0, (area.h - tallOf(column.pieces, spread, cell)) / 2);
    for (const piece of column.pieces) {
      piece?.put(x + (column.w - piece.w) / 2, y);
      if (piece) say(piece.key, column.w + air - 6);
      y += (piece?.h ?? cell.h) + spread;
    }
    x += column.w + air;
  }
  return true;
}

/** Between two on a shelf, and between shelves. */
const GAP = 3;

interface Shelf {
  pieces: Piece[];
  w: number;
  h: number;
}

/** Where lanes are too wide: one after the other, row by row. */
function shelvesOf(pieces: Piece[], width: number): Shelf[] {
  const shelves: Shelf[] = [];
  for (const piece of pieces) {
    const shelf = shelves.at(-1);
    if (shelf && shelf.w + piece.w + GAP <= width) {
      shelf.pieces.push(piece);
      shelf.w += piece.w + GAP;
      shelf.h = Math.max(shelf.h, piece.h);
    } else shelves.push({ pieces: [piece], w: piece.w, h: piece.h });
  }
  return shelves;
}

const highOf = (shelves: Shelf[]): number => shelves.reduce((sum, shelf) => sum + shelf.h + GAP, shelves.length ? -GAP : 0);

function putOnShelves(area: Box, shelves: Shelf[]): void {
  let y = area.y + Math.max(0, (area.h - highOf(shelves)) / 2);
  for (const shelf of shelves) {
    const air = Math.max(0, area.w - shelf.w) / (shelf.pieces.length + 1);
    let x = area.x + air;
    for (const piece of shelf.pieces) {
      piece.put(x, y + (shelf.h - piece.h) / 2);
      x += piece.w + GAP + air;
    }
    y += shelf.h + GAP;
  }
}
