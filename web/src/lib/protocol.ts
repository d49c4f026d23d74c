export type Role = "gm" | "player" | "spectator" | "screen";
export type Square = number[];
export interface Terrain {
  id: string;
  name: string;
  does: string;
  cost: number;
  blocks: "nothing" | "move" | "sight" | "all";
  look: "plain" | "rough" | "cover" | "water" | "wall" | "hazard" | "object" | "exit";
  letter: string;
}
export interface Mark {
  id: string;
  name: string;
  does: string;
  squares?: Square[];
  place?: string;
  look: "object" | "exit" | "hazard" | "area" | "goal";
}
export interface Stand {
  id: string;
  at: Square;
  size: number;
  under: boolean;
}
export interface GridBoard {
  kind: "grid";
  width: number;
  height: number;
  unit: string;
  terrains: Terrain[];
  ground: number[][];
  marks: Mark[];
  stands: Stand[];
}
export interface Place {
  id: string;
  name: string;
  note: string;
  units: string[];
  groups: string[][];
  behind: string[][];
  at?: number[];
}
export interface Way {
  between: string[];
  label: string;
  barred: boolean;
}
export interface PlacesBoard {
  kind: "zones" | "groups";
  places: Place[];
  ways: Way[];
  engaged: string[][];
  marks: Mark[];
}
export type Board = GridBoard | PlacesBoard;
export interface BarRow {
  id: string;
  label: string;
  unit?: string;
  units?: string[];
  count?: string;
  state: "done" | "now" | "next" | "waiting" | "skipped";
  ends: string[];
}
export interface Counter {
  id: string;
  name: string;
  value: number;
  most?: number;
  does: string;
}
export interface Bar {
  kind: "order" | "phases" | "stages" | "together";
  rows: BarRow[];
  counters: Counter[];
}
export interface Vital {
  id: string;
  label: string;
  value: number;
  most?: number;
  look: "bar" | "boxes" | "pips";
  harm: boolean;
  set?: string;
}
export interface Rung {
  name: string;
  marks: number;
  does: string;
  clears: string;
}
export interface Track {
  id: string;
  label: string;
  rungs: Rung[];
}
export interface Condition {
  id: string;
  name: string;
  does: string;
  kind: "bad" | "good" | "neutral";
  level?: number;
  source?: string;
  since?: string;
  ends?: string;
  ends_at?: string;
  icon: string;
  clause?: string;
}
export interface Ability {
  id: string;
  name: string;
  kind: "attack" | "power" | "reaction" | "trait" | "item";
  does: string;
  cost: string;
  left?: number;
  most?: number;
  figures: string[][];
}
export interface Figure {
  id: string;
  label: string;
  value: string | number | boolean;
  doc: string;
  group: string;
  set?: string;
}
export interface UnitView {
  id: string;
  name: string;
  initials: string;
  side: string;
  stance: "party" | "foe" | "other";
  kind: string;
  yours: boolean;
  state: "up" | "down" | "dead" | "gone";
  health: string;
  part?: number;
  status: string;
  vitals: Vital[];
  tracks: Track[];
  conditions: Condition[];
  abilities: Ability[];
  figures: Figure[];
  learned: string[][];
  where: string;
  intent?: string;
  intends?: string[];
  truly?: string;
  controller?: string;
  auto?: string;
  hidden?: boolean;
  acted?: boolean;
  picture?: string;
}
export interface Cost {
  label: string;
  amount?: number;
}
export interface Caution {
  kind: "strike" | "friend" | "strain" | "drop" | "lost" | "other";
  text: string;
  who?: string[];
}
export interface Stake {
  text: string;
  kind: "good" | "bad" | "neutral";
}
export interface OptionView {
  id: string;
  label: string;
  kind: "act" | "square" | "place" | "pass";
  verb: string;
  group: string;
  row: string;
  row_label: string;
  ways: string[][];
  rank: number;
  fold: string;
  targets: string[];
  caught: string[];
  square?: Square;
  path?: Square[];
  area?: Square[];
  place?: string;
  costs: Cost[];
  warnings: Caution[];
  stakes: Stake[];
  dice: boolean;
  standing?: "always" | "never";
}
export interface ClosedView {
  label: string;
  why: string;
  targets: string[];
}
export interface DiceView {
  name: string;
  sides: number[];
  more: boolean;
  what: string;
}
export interface HeldView {
  what: string;
  rows: string[][];
}
export interface QuestionView {
  id: string;
  yours: boolean;
  asked: string[];
  who?: string;
  about?: string;
  title?: string;
  kind: "turn" | "reaction" | "declaration" | "setup" | "dice" | "held" | "choice";
  options: OptionView[];
  closed: ClosedView[];
  stakes: Stake[];
  declared?: boolean;
  picked?: string;
  dice?: DiceView;
  held?: HeldView;
  orders: string[];
  reach?: number[][];
  mayinsist?: boolean;
}
export interface Term {
  label: string;
  value: number | string;
  faces?: number[];
}
export interface EventView {
  number: number;
  round: number;
  kind: string;
  text: string;
  who: string[];
  terms: Term[];
  against?: Term;
  verdict?: string;
  clause?: string;
  cause?: number;
  entry?: number;
  taken_back?: boolean;
  audience?: string;
}
export interface Notice {
  kind: "goal" | "task" | "rule";
  label: string;
  text: string;
  done: boolean;
  value?: number;
  most?: number;
}
export interface UnitStory {
  id: string;
  rows: string[][];
}
export interface OutcomeView {
  result: string;
  winner: string;
  why: string;
  won?: boolean;
  rounds: number;
  story: UnitStory[];
  moments: number[];
}
export interface Fairness {
  algorithm: string;
  commitment: string;
  seed?: string;
  salt?: string;
}
export interface HistoryNode {
  entry: number;
  parent: number;
  label: string;
  by: string;
  round: number;
  live: boolean;
  event?: number;
}
export interface View {
  system: string;
  name: string;
  seat: string;
  role: Role;
  version: number;
  round: number;
  heading: string;
  bar: Bar;
  board: Board;
  notices: Notice[];
  units: UnitView[];
  questions: QuestionView[];
  log: EventView[];
  outcome?: OutcomeView;
  fairness: Fairness;
  can_undo: boolean;
  can_redo: boolean;
  history?: HistoryNode[];
  doubts: string[];
}
export interface Changes {
  version: number;
  since: number;
  whole: boolean;
  events: EventView[];
  taken_back: number[];
  view: Record<string, unknown>;
  gone: string[];
}
export interface Field {
  name: string;
  label: string;
  kind: "int" | "bool" | "text" | "choice" | "unit" | "units" | "square" | "place" | "side" | "seat" | "dice" | "stat" | "condition" | "data";
  doc: string;
  required: boolean;
  low?: number;
  high?: number;
  choices?: string[][];
  default?: string | number | boolean;
}
export interface RulingForm {
  name: string;
  label: string;
  doc: string;
  group: "figures" | "conditions" | "places" | "people" | "dice" | "results" | "fight" | "other";
  fields: Field[];
}
export interface Switch {
  name: string;
  label: string;
  doc: string;
  clause: string;
  choices: string[][];
  default: string;
}
export interface TableSettings {
  level: "board" | "assist" | "enforce";
  dice: "server" | "typed";
  knowledge: "open" | "learned" | "hidden";
  undo: "gm" | "own" | "anyone" | "propose";
  seconds: number;
  hold: boolean;
  declarations: "open" | "secret";
}
export interface ClauseText {
  id: string;
  chapter: string;
  text: string;
}
export type Knowledge = "open" | "learned" | "hidden";
export type Tone = "best" | "good" | "none" | "bad" | "unknown";
export interface ChanceData {
  label: string;
  low: number;
  high: number;
  plus_minus?: number;
}
export interface BarPart {
  label: string;
  share: number;
  kind: Tone;
}
export interface FateShare {
  text: string;
  share: number;
}
export interface FateData {
  who: string;
  name: string;
  outcomes: FateShare[];
}
export interface BackData {
  label: string;
  share: number;
  low?: number;
}
export interface FigureData {
  who: string;
  rows: string[][];
}
export interface AssumedData {
  id: string;
  label: string;
  on: boolean;
}
export interface OddsData {
  exact: boolean;
  sampled?: number;
  headline: ChanceData | null;
  chances: ChanceData[];
  bar: BarPart[];
  fates: FateData[];
  back: BackData[];
  figures: FigureData[];
  assumed: AssumedData[];
  unknown: string[];
  cut: number;
  note: string;
}
export interface StakeData {
  label: string;
  kind: Tone;
}
export interface OptionOdds {
  option: string;
  how: "exact" | "sampled" | "none" | "left out";
  odds: OddsData | null;
}
export interface MenuOdds {
  question: string;
  options: OptionOdds[];
}
