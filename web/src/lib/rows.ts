/** The options of a question as a person wants to see them: one line an act and target, ways of doing it inside, the rest folded. */

import type { OptionView, QuestionView } from "./protocol";

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

/** Rows by their lowest rank. `seen` keeps the order of a question once it was shown: nothing shifts under the finger. */
export function menuOf(question: QuestionView, seen: string[] = []): Menu {
  const rows = new Map<string, Row>();
  const ranked = [...question.options].sort((a, b) => a.rank - b.rank);
  for (const option of ranked) {
    if (option.kind === "square" || option.kind === "pass") continue;
    const row = rows.get(option.row);
    if (row) row.options.push(option);
    else rows.set(option.row, { id: option.row, label: option.row_label || option.label, group: option.group, fold: option.fold, options: [option] });
  }
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
  return question.kind === "turn" && question.options.length <= 8 && question.options.every(plain) && new Set(question.options.map((option) => option.row)).size === question.options.length;
}

export interface Way {
  name: string;
  values: string[];
}

/** What can be chosen inside a row: each choice with its values, only where there is more than one. */
export function waysOf(row: Row): Way[] {
  const found = new Map<string, string[]>();
  for (const option of row.options)
    for (const [name = "", value = ""] of option.ways) {
      const values = found.get(name) ?? [];
      if (!values.includes(value)) found.set(name, [...values, value]);
    }
  return [...found].map(([name, values]) => ({ name, values })).filter((way) => way.values.length > 1);
}

export function valueOf(option: OptionView, name: string): string | undefined {
  return option.ways.find((way) => way[0] === name)?.[1];
}

/** The option of the row that has this value and otherwise differs least from the one set now. */
export function withWay(row: Row, now: OptionView, name: string, value: string): OptionView {
  const fitting = row.options.filter((option) => valueOf(option, name) === value);
  const shared = (option: OptionView): number => option.ways.filter(([n = "", v]) => valueOf(now, n) === v).length;
  return fitting.reduce((best, option) => (shared(option) > shared(best) ? option : best), fitting[0] ?? now);
}

/** What tells an option of a row apart when its ways say nothing. */
export function plainChoices(row: Row): OptionView[] {
  return waysOf(row).length === 0 && row.options.length > 1 ? row.options : [];
}
