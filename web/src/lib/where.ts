/** Where a square of the map lies, in words: no square has a name. */

import type { OptionView, View } from "./protocol";
import { t } from "./text.svelte";
import { shortName } from "./unit";

interface Stand {
  at: number[];
  size: number;
}

/** How many squares one is from somebody, had one's upper left corner at this square: beside them is 1. Straight ways win where that is equal. */
export function apart(own: Stand, other: Stand, [x = 0, y = 0]: number[]): number {
  const [left = 0, top = 0] = other.at;
  const [dx, dy] = [Math.max(left - (x + own.size - 1), x - (left + other.size - 1), 0), Math.max(top - (y + own.size - 1), y - (top + other.size - 1), 0)];
  return Math.max(dx, dy) + (dx + dy) / 100;
}

/** How long the way to a square is, and beside which foes it ends, or how far from the nearest: "4 squares, beside Hulk". */
export function whereText(option: OptionView, who: string, view: View | null): string {
  const board = view?.board;
  const me = view?.units.find((unit) => unit.id === who);
  if (board?.kind !== "grid" || !option.square || !me) return "";
  const own = board.stands.find((stand) => stand.id === who);
  if (!own) return "";
  const steps = (option.path ?? []).filter(([x, y], i) => i > 0 || x !== own.at[0] || y !== own.at[1]).length;
  const foes = (view?.units ?? [])
    .filter((unit) => unit.stance !== me.stance && unit.stance !== "other" && unit.state === "up")
    .flatMap((unit) => {
      const stand = board.stands.find((one) => one.id === unit.id);
      return stand ? [{ name: shortName(unit), far: apart(own, stand, option.square!) }] : [];
    })
    .sort((one, other) => one.far - other.far);
  const beside = foes.filter((foe) => foe.far < 2).map((foe) => foe.name);
  const nearest = foes[0];
  const near = beside.length ? t("where.beside", { who: beside.join(", ") }) : nearest ? t("where.from", { n: Math.floor(nearest.far), who: nearest.name }) : "";
  return [steps > 0 ? t("where.steps", { n: steps }) : "", near].filter(Boolean).join(", ");
}
