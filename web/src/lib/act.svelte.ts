/** What one person is doing with the questions they are asked: which one is looked at, which row is open, which way is set. */

import type { Live } from "./live.svelte";
import type { OddsData, OptionView, QuestionView } from "./protocol";
import { alikeOf, isAgainst, isCards, menuOf, withWay, type Menu, type Row } from "./rows";
import { chance } from "./text.svelte";
import { leadOf } from "./unit";
import { apart } from "./where";

const onMap = (option: OptionView): boolean => option.kind === "square" || option.kind === "place";

export class Acting {
  /** The question this person turned to; the first open one if it is no longer there. */
  wanted = $state<string | null>(null);
  /** The open row belongs to its question: with another question it is closed at once. */
  #open = $state.raw<{ question: string; row: string } | null>(null);
  /** The way set in each row, by the option's id. */
  ways = $state<Record<string, string>>({});
  /** An option pointed at on the board or in the list. */
  looked = $state.raw<OptionView | null>(null);
  /** A square or place that was pressed once with a finger: the next press takes it. */
  square = $state.raw<OptionView | null>(null);
  /** Whom somebody goes toward: pressed while out of reach. */
  toward = $state.raw<{ who: string; target: string } | null>(null);
  /** Where somebody goes as soon as it is asked where to: pressed on the map before that. */
  #heading: { who: string; square: number[] } | null = null;
  /** Before a fight: whom the squares are for. */
  #placed = $state<string | null>(null);
  #orders = new Map<string, string[]>();
  /** Who is alike, as it was when a question came: what stands in one row stays in it. */
  #alike = new Map<string, Map<string, string>>();
  #about = "";

  /** Which questions come up by themselves: the GM may answer everybody's, and is shown the own ones. */
  prefers = $state.raw<(question: QuestionView) => boolean>(() => true);

  /** For the GM, who plays many: whole turns by one press. */
  direct = $state(false);
  /** The turn that is played on by itself: whose, in which round, against whom, which question was answered last, and whether the blow has fallen. */
  whole = $state.raw<{ who: string; round: number; target: string; answered: string; struck: boolean } | null>(null);

  constructor(readonly live: Live) {
    // A driven browser (tests) may look at what is asked.
    if (navigator.webdriver) (window as unknown as { __acting?: Acting }).__acting = this;
  }

  /** All questions this seat may answer now. */
  readonly mine = $derived.by((): QuestionView[] => (this.live.view?.questions ?? []).filter((question) => question.yours));

  readonly question = $derived.by((): QuestionView | null => {
    const open = this.mine;
    const wanted = open.find((question) => question.id === this.wanted);
    if (wanted) return wanted;
    const liked = open.filter(this.prefers);
    return liked.find((question) => !question.declared) ?? liked[0] ?? null;
  });

  /** Before a fight several may be placed, each on squares of their own: those who may. */
  readonly movers = $derived.by((): string[] => {
    if (this.question?.kind !== "setup") return [];
    const found = new Set<string>();
    for (const option of this.question.options) if (onMap(option) && option.targets[0]) found.add(option.targets[0]);
    return found.size > 1 ? [...found] : [];
  });

  /** Whom the squares on the map are for: whoever was pressed, else the first. */
  readonly mover = $derived.by((): string | null => this.movers.find((id) => id === this.#placed) ?? this.movers[0] ?? null);

  /** The question as the map shows it: of several who may be placed, the squares of one. */
  readonly mapped = $derived.by((): QuestionView | null => {
    const [question, mover] = [this.question, this.mover];
    // In the middle of an act every answer is about the same one: between the two it stays drawn what is being done.
    const about = question && isCards(question) ? question.options[0]?.targets : undefined;
    if (question?.who && !question.between?.length && about?.length && !about.includes(question.who) && question.options.every((option) => option.targets.join() === about.join())) return { ...question, between: [question.who, ...about] };
    return question && mover ? { ...question, who: mover, options: question.options.filter((option) => !onMap(option) || option.targets[0] === mover) } : question;
  });

  get openRow(): string | null {
    return this.#open && this.#open.question === this.question?.id ? this.#open.row : null;
  }

  set openRow(row: string | null) {
    this.#open = row && this.question ? { question: this.question.id, row } : null;
  }

  readonly menu = $derived.by((): Menu | null => {
    const question = this.question;
    if (!question) return null;
    const seen = this.#orders.get(question.id);
    const view = this.live.view;
    const alike = this.#alike.get(question.id) ?? (view ? alikeOf(question, view) : new Map<string, string>());
    if (view) this.#alike.set(question.id, alike);
    const menu = menuOf(question, seen, alike, view, this.direct);
    const shown = [...menu.rows, ...menu.folds.flatMap((fold) => fold.rows)].map((row) => row.id);
    this.#orders.set(question.id, [...(seen ?? []), ...shown.filter((id) => !seen?.includes(id))]);
    return menu;
  });

  readonly odds = $derived.by((): Record<string, OddsData> => (this.question ? (this.live.odds[this.question.id] ?? {}) : {}));

  readonly sent = $derived.by(() => (this.live.sent && this.live.sent.question === this.question?.id ? this.live.sent : null));

  /** The option whose path and targets the board draws. */
  readonly shown = $derived.by((): OptionView | null => {
    if (this.looked) return this.looked;
    if (this.square) return this.square;
    const row = this.rowOf(this.openRow);
    return row ? this.setIn(row) : null;
  });

  /** What the square pressed once opens: the best attacks from there, those on whom one goes toward first. */
  readonly opened = $derived.by((): [string, OddsData][] => {
    if (!this.question || !this.square) return [];
    const found = Object.entries(this.live.odds[`${this.question.id}>${this.square.id}`] ?? {}).filter(([, odds]) => odds.headline && odds.label);
    const meant = (odds: OddsData): number => (this.toward && odds.targets?.includes(this.toward.target) ? 1 : 0);
    return found.sort(([, one], [, other]) => meant(other) - meant(one) || other.headline!.high - one.headline!.high).slice(0, 3);
  });

  readonly figure = $derived.by((): string => {
    const odds = this.shown && leadOf(this.odds[this.shown.id]);
    return odds && odds.high > 0 ? chance(odds.low, odds.high, odds.plus_minus) : "";
  });

  rowOf(id: string | null): Row | null {
    if (!id || !this.menu) return null;
    return [...this.menu.rows, ...this.menu.folds.flatMap((fold) => fold.rows)].find((row) => row.id === id) ?? null;
  }

  setIn(row: Row): OptionView {
    return row.options.find((option) => option.id === this.ways[row.id]) ?? row.options[0]!;
  }

  choose(row: Row, option: OptionView): void {
    this.ways[row.id] = option.id;
  }

  chooseWay(row: Row, name: string, value: string): void {
    this.choose(row, withWay(row, this.setIn(row), name, value));
  }

  toggle(row: Row): void {
    this.square = null;
    this.looked = null;
    this.openRow = this.openRow === row.id ? null : row.id;
  }

  /** When another question comes, what was open belongs to the old one. */
  follow(): void {
    const id = this.question?.id ?? "";
    if (id === this.#about) return;
    this.#about = id;
    this.openRow = null;
    this.looked = null;
    this.square = null;
    this.ways = {};
    // Who went somewhere to strike somebody is shown that strike with its price.
    const [next, heading] = [this.toward, this.#heading];
    this.toward = this.#heading = null;
    if (heading && heading.who === this.question?.who) this.square = this.menu?.squares.find((option) => option.square?.join() === heading.square.join()) ?? null;
    if (next && next.who === this.question?.who && this.#rowAt(next.target)) this.aim(next.target);
  }

  /** What an option that is aimed at somebody leads up to: the best blow that it opens on them. */
  ledTo(option: OptionView): OddsData | undefined {
    const found = Object.values((this.question && this.live.odds[`${this.question.id}>${option.id}`]) ?? {});
    return found.filter((odds) => odds.headline && odds.targets?.includes(option.targets[0] ?? "")).sort((a, b) => b.headline!.high - a.headline!.high)[0];
  }

  /** Whether a press can play it out: it is a blow, or leads up to one. */
  canGoWhole(option: OptionView): boolean {
    const [question, view] = [this.question, this.live.view];
    if (question?.kind === "declaration") return option.kind === "act";
    return Boolean(question && view && option.kind === "act" && (option.dice ? option.targets.some((id) => isAgainst({ ...option, targets: [id] }, question, view)) : isAgainst(option, question, view)));
  }

  /** By one press: this, the blow it leads up to, and the end of the turn where no other blow is left. */
  goWhole(row: Row): void {
    const [question, option] = [this.question, this.setIn(row)];
    if (!question || this.sent) return;
    this.take(option);
    if (question.kind === "turn" && this.canGoWhole(option)) this.whole = { who: question.who ?? "", round: this.live.view?.round ?? 0, target: option.targets[0] ?? "", answered: question.id, struck: option.dice };
  }

  /** Whoever was pressed out of reach, pressed again: there, and at them. */
  goWholeToward(): void {
    const [question, square, toward] = [this.question, this.square, this.toward];
    if (!question || !square || !toward || this.sent) return;
    this.take(square);
    this.whole = { who: toward.who, round: this.live.view?.round ?? 0, target: toward.target, answered: question.id, struck: false };
  }

  /** What follows by itself of a turn played by one press; whatever else is asked meanwhile waits for its answer. */
  goOn(): void {
    const [whole, question, menu] = [this.whole, this.question, this.menu];
    if (!whole || !question || !menu || this.live.sent || question.id === whole.answered || question.kind !== "turn") return;
    const blows = menu.rows.filter((row) => row.options.some((option) => option.dice && this.canGoWhole(option)));
    const option = whole.struck ? undefined : blows.flatMap((row) => [this.setIn(row), ...row.options]).find((one) => one.dice && one.targets[0] === whole.target);
    const [end, other] = menu.passes;
    if (question.who !== whole.who || this.live.view?.round !== whole.round) this.whole = null;
    else if (option) {
      this.take(option);
      this.whole = { ...whole, answered: question.id, struck: true };
    } else if (!whole.struck && menu.squares.length && this.#goToward(whole.target) && this.square) {
      this.take(this.square);
      this.whole = { ...whole, answered: question.id };
    } else {
      if ((whole.struck ? !blows.length : !menu.rows.length && !menu.squares.length) && end && !other) this.take(end);
      this.whole = null;
    }
  }

  take(option: OptionView): void {
    if (!this.question) return;
    if (this.question.kind === "turn") this.whole = null;
    if (option.id !== this.square?.id) this.toward = null;
    this.live.answer(this.question, option.id, option.row_label || option.label);
    this.square = null;
    this.looked = null;
  }

  /** A square or a place on the board was pressed. With a finger the first press shows the way there, the second takes it. */
  pressed(option: OptionView, sure: boolean): void {
    if (sure || this.square?.id === option.id) this.take(option);
    else {
      this.openRow = null;
      this.square = option;
      this.toward = null;
    }
  }

  /** A painted square was pressed where going is an act of its own: that is taken, and the square stands ready when it is asked where to. */
  headFor(square: number[]): boolean {
    const question = this.question;
    const way = question?.options.filter((option) => option.group === "move" && option.kind === "act" && !option.targets.length).sort((a, b) => a.rank - b.rank)[0];
    if (!way || !question?.who || this.sent || this.menu?.squares.length || !question.reach?.some(([x, y, kind]) => kind === 1 && x === square[0] && y === square[1])) return false;
    this.#heading = { who: question.who, square: square.slice(0, 2) };
    // Where one's own act is not one's own to take back, it is looked at first.
    if (/own|anyone/.test(this.live.settings?.undo ?? "")) this.take(way);
    else this.openRow = way.row;
    return true;
  }

  #rowAt(unit: string): Row | undefined {
    const rows = this.menu ? [...this.menu.rows, ...this.menu.folds.flatMap((fold) => fold.rows)] : [];
    return rows.find((one) => one.options.some((option) => option.targets[0] === unit)) ?? rows.find((one) => one.options.some((option) => option.targets.includes(unit)));
  }

  /** Somebody out of reach was pressed: the square nearest to them is offered, and what can be done to them from there comes up after it. */
  #goToward(unit: string): boolean {
    const view = this.live.view;
    const board = view?.board;
    const who = this.question?.who;
    const stance = (id: string): string | undefined => view?.units.find((one) => one.id === id)?.stance;
    if (board?.kind !== "grid" || !who || ["other", stance(who)].includes(stance(unit))) return false;
    const [foe, own] = [unit, who].map((id) => board.stands.find((stand) => stand.id === id));
    if (!foe || !own) return false;
    const far = (at: number[]): number => apart(own, foe, at);
    const best = (this.menu?.squares ?? []).filter((option) => option.square).reduce<OptionView | null>((found, option) => (!found || far(option.square!) < far(found.square!) ? option : found), null);
    const painted = this.menu?.squares.length ? [] : (this.question?.reach ?? []).filter((square) => square[2] === 1 && far(square) < far(own.at));
    if (painted.length) return this.headFor(painted.reduce((found, square) => (far(square) < far(found) ? square : found)));
    if (!best || far(best.square!) >= far(own.at)) return false;
    this.openRow = null;
    this.square = best;
    this.toward = { who, target: unit };
    return true;
  }

  /** A token was pressed: the first row that has it as its target opens; where the answers are names, it is the answer. */
  aim(unit: string): boolean {
    const menu = this.menu;
    if (!menu || !this.question) return false;
    if (isCards(this.question)) {
      const name = this.live.view?.units.find((one) => one.id === unit)?.name;
      const meant = this.question.kind === "turn" ? this.question.options.find((option) => (option.row_label || option.label) === name) : undefined;
      if (meant && !this.sent) this.take(meant);
      return meant !== undefined;
    }
    if (this.movers.includes(unit)) {
      this.#placed = unit;
      this.square = null;
      return true;
    }
    const row = this.#rowAt(unit);
    if (!row) return this.#goToward(unit);
    const now = this.setIn(row);
    if (!now.targets.includes(unit)) {
      const fitting = row.options.find((option) => option.targets[0] === unit) ?? row.options.find((option) => option.targets.includes(unit));
      if (fitting) this.choose(row, fitting);
    }
    this.square = null;
    this.openRow = row.id;
    return true;
  }
}
