/** The live connection of one seat to its table: its view, what it has sent, what it may wait for.
 *
 * The view is replaced whole with each change, so that parts compare by identity and 60 combatants stay cheap.
 * After a lost connection it resumes from the version it has; one answer may wait meanwhile and goes out by itself.
 */

import { call, Refused, tableInfo, type SeatInfo, type TableInfo } from "./api";
import { keep, kept } from "./keep";
import { merged } from "./merge";
import type { EventView, OddsData, OptionView, QuestionView, TableSettings, View } from "./protocol";
import { named } from "./tale";
import { t } from "./text.svelte";

export type Command = { do: string } & Record<string, unknown>;

export interface Receipt {
  version?: number;
  /** The numbers of the lines it led to. */
  events?: number[];
  /** A sentence where something fell away, or waits for somebody. */
  said?: string;
  /** Of a fork: the record of the new fight. */
  fork?: Record<string, unknown>;
}

export interface Sent {
  id: string;
  question: string;
  option: string;
  /** It could not go out yet and waits for the connection. */
  waiting: boolean;
}

export interface Standing {
  about: string;
  who: string;
  /** Whom it is about and what is answered: "Orsolya: Don't React". */
  words: string;
}

export interface Toast {
  text: string;
  action?: { label: string; run: () => void };
}

export interface Forecast {
  win: number;
  low: number;
  high: number;
  n: number;
  draw?: number;
  loss?: number;
}

/** What the service adds to the engine's view. */
export interface Added {
  proposals?: { proposal: number; seat: string }[];
  taken_back?: number[];
  settings?: TableSettings;
}

interface Waiter {
  command: Command;
  version: number;
  resolve: (receipt: Receipt) => void;
  reject: (problem: Refused) => void;
}

/** The seat was taken away, or its link renewed: there is nothing to come back to. */
const GONE = 4001;
const QUIET = 2000;
/** How many views are remembered to look back at. */
const MOST_PAST = 40;
/** Of so many fights a new figure of who is winning takes the place of the old one; of fewer after so many milliseconds. */
const SURE = 160;
const ALL = 800;
const FIRST = 40;
const LONG = 10_000;
const RETRY = [100, 300, 700, 1500, 3000, 5000];

export class Live {
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<(View & Added) | null>(null);
  seats = $state.raw<SeatInfo[]>([]);
  /** When that was said: how long somebody has been gone is counted from then. */
  seatsAt = 0;
  /** "off" only after two seconds without a connection: shorter gaps are nobody's concern. */
  state = $state<"begin" | "on" | "off" | "closed">("begin");
  /** Why there is nothing to show: a link that no longer holds, a table that is not there. */
  closed = $state("");
  sent = $state.raw<Sent | null>(null);
  odds = $state.raw<Record<string, Record<string, OddsData>>>({});
  /** The time left for this seat's question; the GM's own has no limit, and there "" is what a player is asked. */
  timer = $state.raw<{ question: string; until: number; of: number } | null>(null);
  forecast = $state.raw<Forecast | null>(null);
  toast = $state.raw<Toast | null>(null);
  /** The standing orders given from this browser. */
  orders = $state.raw<Standing[]>([]);
  /** What this seat did last and may take back, for twelve seconds. */
  undoable = $state.raw<string | null>(null);
  /** The events that are being told on the board now, and which of them; `held` where somebody steps through them by hand. */
  telling = $state.raw<{ events: EventView[]; at: number; held?: boolean } | null>(null);

  #socket: WebSocket | null = null;
  #tries = 0;
  #stopped = false;
  #retry = 0;
  #offTimer = 0;
  #undoTimer = 0;
  #toastTimer = 0;
  #tellTimer = 0;
  #waiting = new Map<string, Waiter>();
  #oddsAsked = new Set<string>();
  /** What was shown last, so that the board can go back to it. */
  #past: (View & Added)[] = [];
  #acted = 0;
  #wasOff = false;
  #connected = false;
  #beat = 0;
  #counted = 0;
  #countedFrom = 0;

  constructor(readonly table: string) {
    this.orders = JSON.parse(kept(`orders.${table}`) ?? "[]") as Standing[];
    // A driven browser (tests) may measure how long a frame takes.
    if (navigator.webdriver) (window as unknown as { __live?: Live }).__live = this;
  }

  async begin(): Promise<void> {
    try {
      await this.refreshInfo();
    } catch (problem) {
      if (problem instanceof Refused && problem.status >= 400 && problem.status < 500) {
        this.closed = problem.message;
        this.state = "closed";
        return;
      }
    }
    this.#connect();
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    this.#beat = window.setInterval(() => this.#send({ type: "ping" }), 20_000);
  }

  end(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#offTimer);
    clearTimeout(this.#tellTimer);
    clearInterval(this.#beat);
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    this.#socket?.close();
  }

  get role(): string {
    return this.info?.you.role ?? this.view?.role ?? "player";
  }

  async refreshInfo(): Promise<void> {
    this.info = await tableInfo(this.table);
    this.#seated(this.info.seats);
  }

  #seated(seats: SeatInfo[]): void {
    this.seats = seats;
    this.seatsAt = Date.now();
  }

  // -- the connection ----------------------------------------------------------------------------------------------------

  #now = (): void => {
    if (!this.#stopped && document.visibilityState === "visible" && this.#socket?.readyState !== WebSocket.OPEN) {
      clearTimeout(this.#retry);
      if (this.#socket?.readyState !== WebSocket.CONNECTING) this.#connect();
    }
  };

  #connect(): void {
    if (this.#stopped) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#send({ type: "hello", since: this.view?.version ?? null });
    };
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data as string));
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#stopped) return;
      this.#connected = false;
      this.#oddsAsked.clear();
      if (event.code === GONE) {
        this.closed ||= event.reason;
        this.state = "closed";
        return;
      }
      if (!this.#offTimer) this.#offTimer = window.setTimeout(() => {
        this.state = "off";
        this.#wasOff = true;
      }, QUIET);
      this.#retry = window.setTimeout(() => this.#connect(), RETRY[Math.min(this.#tries++, RETRY.length - 1)]);
    };
  }

  #ready(): void {
    clearTimeout(this.#offTimer);
    this.#offTimer = 0;
    this.#connected = true;
    this.state = "on";
    if (this.#wasOff) this.say({ text: t("offline.back") });
    this.#wasOff = false;
    // What was on its way when the line broke goes out again under its own key: the table carries nothing out twice.
    for (const [id, waiter] of this.#waiting) this.#send({ type: "command", id, version: waiter.version, command: waiter.command });
    if (this.sent?.waiting) this.sent = { ...this.sent, waiting: false };
    if (this.role === "gm") this.#send({ type: "winning", on: true });
  }

  get proposals(): { proposal: number; seat: string }[] {
    return this.view?.proposals ?? [];
  }

  get settings(): TableSettings | undefined {
    return this.info ? { ...this.info.settings, ...this.view?.settings } : undefined;
  }

  #send(frame: unknown): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- frames are told apart by their type
  #receive(frame: any): void {
    switch (frame.type) {
      case "view":
        this.#show(frame.view as View, []);
        if (!this.#connected) this.#ready();
        break;
      case "changes":
        // A gap: what is missing is asked for, from the number this seat has.
        if (frame.changes.whole || !this.view) this.#send({ type: "hello", since: null });
        else if (frame.changes.since !== this.view.version) this.#send({ type: "hello", since: this.view.version });
        else this.#show(merged(this.view, frame.changes), frame.changes.events);
        if (!this.#connected) this.#ready();
        break;
      case "current":
        if (!this.#connected) this.#ready();
        break;
      case "table":
        void this.refreshInfo();
        break;
      case "receipt":
        this.#waiting.get(frame.id)?.resolve(frame.receipt ?? {});
        this.#waiting.delete(frame.id);
        break;
      case "refused":
        this.#waiting.get(frame.id)?.reject(new Refused(frame.error.kind, frame.error.text, 400));
        this.#waiting.delete(frame.id);
        break;
      case "odds":
        if (frame.question) this.#putOdds(frame.question, frame.odds);
        else this.#putOdds(this.#oddsIds.get(frame.id) ?? "", frame.odds);
        break;
      case "presence":
        this.#seated(frame.seats);
        break;
      case "timer":
        this.timer = frame.left === null ? null : { question: frame.question, until: Date.now() + frame.left * 1000, of: frame.of };
        break;
      case "forecast":
        this.#foretold(frame as Forecast);
        break;
      case "bye":
        // Whether to come back is said by the code with which the line is closed right after.
        this.closed = frame.why;
        break;
    }
  }

  /** A new count begins with few fights: the figure that stands is kept until as many are in again, or it is plainly another one
   * by now, or the counting takes long; and one count is told anew each time it has doubled, not with every handful. */
  #foretold(found: Forecast): void {
    const stands = this.forecast;
    if (found.n <= this.#counted) this.#countedFrom = Date.now();
    this.#countedFrom ||= Date.now();
    this.#counted = found.n;
    const isOther = !stands || stands.high < found.low || stands.low > found.high;
    const enough = isOther ? FIRST : Math.min(ALL, Math.max(SURE, 2 * stands.n));
    if (found.n >= enough || Date.now() - this.#countedFrom > LONG) this.forecast = found;
  }

  #show(view: View & Added, events: EventView[]): void {
    const back = new Set(view.taken_back ?? []);
    if (back.size) view = { ...view, log: view.log.map((event) => (back.has(event.number) && !event.taken_back ? { ...event, taken_back: true } : event)) };
    view = { ...view, log: named(view.log, view.units) };
    const open = new Set(view.questions.map((question) => question.id));
    if (this.sent && !open.has(this.sent.question)) this.sent = null;
    const odds = Object.fromEntries(Object.entries(this.odds).filter(([id]) => open.has(id.split(">")[0]!)));
    if (Object.keys(odds).length !== Object.keys(this.odds).length) this.odds = odds;
    if (this.timer && !(this.timer.question ? open.has(this.timer.question) : view.questions.some((question) => !question.asked.includes("gm")))) this.timer = null;
    this.view = view;
    this.#past = [...this.#past.slice(1 - MOST_PAST), view];
    if (events.length) this.tell(named(events, view.units));
  }

  // -- what this seat does -----------------------------------------------------------------------------------------------

  /** Takes a frame as if it had come over the wire: for measuring. */
  deliver(frame: unknown): void {
    this.#receive(frame);
  }

  /** Sends a command; resolves with its receipt, rejects with the table's refusal. While offline it waits. */
  command(command: Command, id: string = key()): Promise<Receipt> {
    const version = this.view?.version ?? 0;
    const done = new Promise<Receipt>((resolve, reject) => this.#waiting.set(id, { command, version, resolve, reject }));
    if (this.#connected) this.#send({ type: "command", id, version, command });
    return done;
  }

  /** Answers a question. The page shows "sent" at once; the truth follows. */
  answer(question: QuestionView, option: string, label: string): void {
    this.#answer(question, option, label, { do: "answer", question: question.id, option });
  }

  /** Types in the faces of real dice. */
  enter(question: QuestionView, faces: number[], label: string): void {
    this.#answer(question, "", label, { do: "enter", question: question.id, faces });
  }

  #answer(question: QuestionView, option: string, label: string, command: Command): void {
    if (this.sent) return;
    const id = key();
    this.#acted = this.view?.log.at(-1)?.number ?? 0;
    this.sent = { id, question: question.id, option, waiting: !this.#connected };
    this.command(command, id).then(
      (receipt) => {
        if (this.sent?.id === id) this.sent = null;
        this.#offerUndo(label);
        if (receipt.said) this.say({ text: receipt.said });
      },
      (problem: Refused) => {
        if (this.sent?.id === id) this.sent = null;
        this.say({ text: problem.message });
      },
    );
  }

  /** Anything else one does; a refusal is said in a toast. */
  async act(command: Command, label = ""): Promise<boolean> {
    try {
      const receipt = await this.command(command);
      if (label) this.#offerUndo(label);
      if (receipt.said) this.say({ text: receipt.said });
      return true;
    } catch (problem) {
      this.say({ text: (problem as Refused).message });
      return false;
    }
  }

  /** What is answered by itself from now on, or asked again. The table keeps the orders; what was ordered from here can be taken back here. */
  async order(given: Standing[], order: string, words: string): Promise<void> {
    for (const { about, who, words: said } of given) {
      if (!(await this.act({ do: "order", about, who, order }))) return;
      const others = this.orders.filter((one) => one.about !== about || one.who !== who);
      this.orders = order === "ask" ? others : [...others, { about, who, words: said }];
      keep(`orders.${this.table}`, this.orders.length ? JSON.stringify(this.orders) : null);
    }
    this.say(order === "ask" ? { text: t("orders.asked") } : { text: t("orders.given", { words }), action: { label: t("orders.again"), run: () => void this.order(given, "ask", words) } });
  }

  async undo(): Promise<void> {
    this.undoable = null;
    try {
      const receipt = await this.command({ do: "undo" });
      this.say({ text: receipt.said || t("undo.done") });
    } catch (problem) {
      this.say({ text: (problem as Refused).message });
    }
  }

  /** A second fight from here, as a table of its own: this one stays as it is. */
  async fork(): Promise<void> {
    try {
      const made = await call<{ table: string }>("POST", `/tables/${this.table}/fork`, {});
      this.say({ text: t("gm.forked"), action: { label: t("gm.openFork"), run: () => (location.hash = `/t/${made.table}`) } });
    } catch (problem) {
      this.say({ text: (problem as Refused).message });
    }
  }

  #offerUndo(label: string): void {
    clearTimeout(this.#undoTimer);
    this.undoable = label;
    this.#undoTimer = window.setTimeout(() => (this.undoable = null), 12_000);
  }

  say(toast: Toast): void {
    clearTimeout(this.#toastTimer);
    this.toast = toast;
    this.#toastTimer = window.setTimeout(() => (this.toast = null), (toast.action ? 8000 : 4000) + 40 * Math.max(0, toast.text.length - 60));
  }

  /** Changes something about the table itself over HTTP. */
  async change(method: string, path: string, body?: unknown): Promise<boolean> {
    try {
      await call(method, `/tables/${this.table}${path}`, body);
      await this.refreshInfo();
      return true;
    } catch (problem) {
      this.say({ text: (problem as Refused).message });
      return false;
    }
  }

  // -- odds --------------------------------------------------------------------------------------------------------------

  #oddsIds = new Map<string, string>();

  /** Asks for the odds of a question's options, once; they come in as they are worked out. */
  wantOdds(question: QuestionView): void {
    if (question.options.some((option) => option.dice)) this.#ask(question.id, question.id, { question: question.id, options: null });
  }

  /** Asks for the odds of one option that somebody looks at: of a long menu some may have been left out. */
  wantOption(question: QuestionView, option: OptionView): void {
    const had = this.odds[question.id];
    if (option.dice && had && !had[option.id]) this.#ask(`${question.id}/${option.id}`, question.id, { question: question.id, options: [option.id] });
  }

  /** Asks what a square or a place opens, once: every attack from there, with one price for going and striking. */
  wantOpened(question: QuestionView, option: OptionView): void {
    const about = `${question.id}>${option.id}`;
    this.#ask(about, about, { question: question.id, options: null, after: [option.id] });
  }

  #ask(what: string, about: string, asked: { question: string; options: string[] | null; after?: string[] }): void {
    const mark = `${what}@${this.view?.version}`;
    if (this.#oddsAsked.has(mark) || !this.#connected) return;
    this.#oddsAsked.add(mark);
    const id = key();
    this.#oddsIds.set(id, about);
    this.#send({ type: "odds", id, ...asked });
  }

  #putOdds(question: string, found: Record<string, OddsData>): void {
    this.odds = { ...this.odds, [question]: { ...this.odds[question], ...found } };
  }

  // -- what just happened, told on the board ------------------------------------------------------------------------------

  tell(events: EventView[]): void {
    if (this.telling?.held) return; // somebody looks back: what comes meanwhile is in the log
    clearTimeout(this.#tellTimer);
    const told = events.filter((event) => event.who.length && !event.taken_back);
    if (!told.length) return;
    const pace = Math.min(450, 950 / told.length);
    const step = (at: number): void => {
      if (at >= told.length) this.telling = null;
      else {
        this.telling = { events: told, at };
        this.#tellTimer = window.setTimeout(() => step(at + 1), pace);
      }
    };
    step(0);
  }

  /** What happened since this seat last did something; where that is nothing, the last things that happened. */
  get recent(): EventView[] {
    const told = (this.view?.log ?? []).filter((event) => event.who.length && !event.taken_back);
    const since = told.filter((event) => event.number > this.#acted);
    return since.length ? since.slice(-MOST_PAST) : told.slice(-6);
  }

  /** Shows events one by one, by hand. */
  stepThrough(events: EventView[]): void {
    clearTimeout(this.#tellTimer);
    const told = events.filter((event) => event.who.length);
    this.telling = told.length ? { events: told, at: 0, held: true } : null;
  }

  /** The fight as it stood after the event that is looked back at, if that is still known. */
  readonly moment = $derived.by((): (View & Added) | null => {
    const event = this.telling?.held ? this.telling.events[this.telling.at] : undefined;
    return event ? (this.#past.find((view) => (view.log.at(-1)?.number ?? 0) >= event.number) ?? null) : null;
  });

  /** The next event of what is being told, or the one before; any other key ends the telling. */
  tellNext(by = 1): void {
    clearTimeout(this.#tellTimer);
    const now = this.telling;
    this.telling = now && now.at + by < now.events.length ? { ...now, at: Math.max(0, now.at + by) } : null;
  }

  tellEnd(): void {
    clearTimeout(this.#tellTimer);
    this.telling = null;
  }
}

let counter = 0;

function key(): string {
  counter += 1;
  return `${Date.now().toString(36)}-${counter.toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}
