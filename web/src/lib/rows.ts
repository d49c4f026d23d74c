/** The options of a question as a person wants to see them: one line an act and target, ways of doing it inside, the rest folded. */

import type { OptionView, QuestionView, View } from "./protocol";

export interface Row {
  id: string;
  label: string;
  group: string;
  fold: string;
  options: OptionView[];
}

export interface Menu {
  /** At most eight, in the order in which they were first shown. */
  rows: Row[];
  folds: { name: string; rows: Row[] }[];
  squares: OptionView[];
  places: OptionView[];
  passes: OptionView[];
}

export const MOST_ROWS = 8;

/** The choice of one among those who are alike; it has no name of its own: what is chosen from stands on their tokens. */
const WHO = "";

/** Rows that differ by nothing but whom of several alike they are about: by its id, the row each goes into. Distance counts on a map of squares, so that there none are alike. */
export function alikeOf(question: QuestionView, view: View): Map<string, string> {
  const into = new Map<string, string>();
  const { board } = view;
  if (board.kind === "grid") return into;
  const first = new Map<string, string>();
  const menu = menuOf(question);
  for (const row of [...menu.rows, ...menu.folds.flatMap((fold) => fold.rows)]) {
    const unit = view.units.find((one) => one.id === row.options[0]!.targets[0]);
    const [, stem] = /^(.+) \d+$/.exec(unit?.name ?? "") ?? [];
    if (!unit || !stem || !row.label.endsWith(unit.name) || row.options.some((option) => option.targets.length !== 1 || option.targets[0] !== unit.id)) continue;
    const place = board.places.find((one) => one.units.includes(unit.id))?.id;
    const engaged = board.engaged.filter((pair) => pair.includes(unit.id)).flat().filter((id) => id !== unit.id).sort();
    const ways = row.options.map((option) => [option.ways, option.costs, option.warnings.map((warning) => warning.kind)]);
    const same = JSON.stringify([row.fold, row.label.slice(0, -unit.name.length), stem, place, engaged, unit.vitals, unit.health, unit.status, unit.conditions.map((one) => one.name), unit.intent, unit.intends, ways]);
    if (first.has(same)) into.set(row.id, first.get(same)!);
    else first.set(same, row.id);
  }
  return into;
}

/** Those who are alike in one row: whom of them it is about is the first choice inside. */
function together(rows: Map<string, Row>, alike: Map<string, string>, view: View): void {
  const named = (row: Row): OptionView[] => {
    const unit = view.units.find((one) => one.id === row.options[0]!.targets[0]);
    return row.options.map((option) => ({ ...option, ways: [[WHO, unit?.initials ?? row.label], ...option.ways] }));
  };
  for (const id of new Set(alike.values())) {
    const row = rows.get(id);
    const others = [...alike].filter(([, into]) => into === id).flatMap(([other]) => rows.get(other) ?? []);
    if (!row || !others.length) continue;
    others.forEach((other) => rows.delete(other.id));
    rows.set(id, { ...row, label: `${row.label.replace(/ \d+$/, "")} ×${others.length + 1}`, options: [row, ...others].flatMap(named) });
  }
}

/** Whether it is aimed at one alone, of another side than whoever is asked. */
export function isAgainst(option: OptionView, question: QuestionView, view: View): boolean {
  const stance = (id: string | undefined): string | undefined => view.units.find((unit) => unit.id === id)?.stance;
  return option.targets.length === 1 && question.kind === "turn" && stance(option.targets[0]) !== "other" && stance(option.targets[0]) !== stance(question.who ?? "");
}

/** Rows by their lowest rank. `direct`: whom a move leads up to is a row each, and not a choice inside. `seen` keeps the order of a question once it was shown: nothing shifts under the finger. */
export function menuOf(question: QuestionView, seen: string[] = [], alike?: Map<string, string>, view?: View | null, direct = false): Menu {
  const rows = new Map<string, Row>();
  const ranked = [...question.options].sort((a, b) => a.rank - b.rank);
  for (const option of ranked) {
    if (option.kind === "square" || option.kind === "pass") continue;
    const own = direct && view && option.targets.length > 0 && option.targets.every((id) => isAgainst({ ...option, targets: [id] }, question, view)) && option.ways.length === 1 && !option.dice;
    const id = own ? `${option.row}>${option.targets.toSorted().join()}` : option.row;
    const row = rows.get(id);
    if (row) row.options.push(option);
    else rows.set(id, { id, label: own ? option.label : option.row_label || option.label, group: option.group, fold: option.fold, options: [option] });
  }
  if (alike?.size && view) together(rows, alike, view);
  const place = new Map(seen.map((id, i) => [id, i]));
  const order = [...rows.values()];
  if (seen.length) order.sort((a, b) => (place.get(a.id) ?? seen.length) - (place.get(b.id) ?? seen.length));
  const open = order.filter((row) => !row.fold);
  const folds = new Map<string, Row[]>();
  if (open.length > MOST_ROWS) folds.set("", open.slice(MOST_ROWS));
  for (const row of order) if (row.fold) folds.set(row.fold, [...(folds.get(row.fold) ?? []), row]);
  return {
    rows: open.slice(0, MOST_ROWS),
    folds: [...folds].map(([name, list]) => ({ name, rows: list })),
    squares: ranked.filter((option) => option.kind === "square"),
    places: ranked.filter((option) => option.kind === "place"),
    passes: ranked.filter((option) => option.kind === "pass"),
  };
}

/** Whether a question is answered by one press on a card: out of turn, or where every answer is a plain word or name. */
export function isCards(question: QuestionView): boolean {
  if (question.options.length > 12 || question.dice || question.held) return false;
  if (question.kind === "reaction" || question.kind === "choice") return true;
  const plain = (option: OptionView): boolean => (option.kind === "act" || option.kind === "pass") && !option.dice && !option.ways.length && !option.costs.length && !option.fold;
  return (question.kind === "turn" || question.kind === "setup") && question.options.length <= 8 && question.options.every(plain) && new Set(question.options.map((option) => option.row)).size === question.options.length;
}

/** Each answer says what it comes to, in words or in figures: that need not stand above them all. */
export const isAnswered = (question: QuestionView): boolean => question.options.length > 0 && question.options.every((option) => option.stakes.length > 0 || option.dice);

export interface Way {
  name: string;
  values: string[];
}

/** What can be chosen inside a row: each choice with the values it has after what is set before it, only where there is more than one.
 * What follows from the others, such as a price, is no choice. */
export function waysOf(row: Row, now: OptionView): Way[] {
  const at = new Map<string, number>();
  for (const option of row.options) option.ways.forEach(([name = ""], i) => at.set(name, Math.max(i, at.get(name) ?? 0)));
  const names = [...at].sort(([, one], [, other]) => one - other).map(([name]) => name);
  let left = row.options;
  const found: Way[] = [];
  for (const name of names) {
    const values = [...new Set(left.flatMap((option) => valueOf(option, name) ?? []))];
    if (values.length > 1) found.push({ name, values });
    left = left.filter((option) => valueOf(option, name) === valueOf(now, name));
  }
  return found;
}

export function valueOf(option: OptionView, name: string): string | undefined {
  return option.ways.find((way) => way[0] === name)?.[1];
}

/** The option of the row that has this value and otherwise differs least from the one set now, least of all in what stands before. */
export function withWay(row: Row, now: OptionView, name: string, value: string): OptionView {
  const fitting = row.options.filter((option) => valueOf(option, name) === value);
  const shared = (option: OptionView): number => now.ways.reduce((sum, [n = "", v], i) => sum + (valueOf(option, n) === v ? 2 ** -i : 0), 0);
  return fitting.reduce((best, option) => (shared(option) > shared(best) ? option : best), fitting[0] ?? now);
}

/** What tells an option of a row apart when its ways say nothing. */
export function plainChoices(row: Row): OptionView[] {
  return row.options.every((option) => waysOf(row, option).length === 0) && row.options.length > 1 ? row.options : [];
}
