/** What a forecast comes to, in a sentence or two: how often the party wins, and who is likely to drop. */

import type { Share } from "./job.svelte";
import { percent, t } from "./text.svelte";

export interface Foretold {
  party?: string;
  wins: Share;
  "somebody down": Share;
  "somebody dies": Share;
  combatants?: { name: string; side: string; falls: Share | null }[];
}

/** Of the party, so many are named; more than that is "somebody". */
const MOST_NAMED = 2;

export function verdict(found: Foretold): string {
  return [winning(found.wins.value), falling(found), found["somebody dies"].value >= 0.05 ? t("verdict.dies", { share: percent(found["somebody dies"].value) }) : ""].filter(Boolean).join(" ");
}

function winning(share: number): string {
  if (share >= 0.975) return t("verdict.always");
  if (share <= 0.025) return t("verdict.never");
  const of = share > 0.925 || share < 0.075 ? 20 : 10;
  return t("verdict.wins", { n: Math.round(share * of), of });
}

function falling(found: Foretold): string {
  const likely = (found.combatants ?? []).filter((one) => one.side === found.party && (one.falls?.value ?? 0) >= 0.5).toSorted((a, b) => b.falls!.value - a.falls!.value);
  if (likely.length && likely.length <= MOST_NAMED) return t("verdict.expect", { who: likely.map((one) => one.name.split(" ")[0]).join(` ${t("verdict.and")} `) });
  if (likely.length) return t("verdict.several");
  const down = found["somebody down"].value;
  if (down >= 0.5) return t("verdict.somebody");
  return down >= 0.05 ? t("verdict.may", { share: percent(down) }) : t("verdict.nobody");
}
