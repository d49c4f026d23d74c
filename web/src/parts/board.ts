import type { OptionView, QuestionView, UnitView, View } from "../lib/protocol";

/** What a board is given beside the battlefield itself. */
export interface BoardProps {
  view: View;
  /** Units that are asked: the lamp's ring. */
  asked?: Set<string>;
  /** Units whose players have no connection. */
  away?: Set<string>;
  /** The question whose squares, places and targets can be pressed. */
  question?: QuestionView | null;
  /** The option that is being looked at: its path, area and targets are drawn. */
  option?: OptionView | null;
  /** A short figure beside the looked-at targets: its odds. */
  figure?: string;
  /** The unit shown in the sheet. */
  chosen?: string | null;
  /** Units told about at this moment, the one who acts first. */
  told?: string[];
  /** In a declaration: who is in, who is missing. */
  declared?: Map<string, boolean>;
  onunit?: (unit: UnitView) => void;
  /** A square or place that an option leads to was pressed, or is pointed at. */
  onoption?: (option: OptionView) => void;
  onlook?: (option: OptionView | null) => void;
  onsquare?: (square: [number, number]) => void;
  /** Long press or context key on a unit. */
  onmenu?: (unit: UnitView) => void;
  /** The least width of a square in pixels where there is little room: a finger has to hit it. */
  finger?: boolean;
  /** How much larger than on a desktop everything is drawn: for a screen across the room. */
  scale?: number;
  label?: string;
}
