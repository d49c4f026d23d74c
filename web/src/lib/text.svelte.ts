/** The words of the page. All of them stand in `src/text/`: one catalogue a language, the same keys in each. */

import { en, type Key } from "../text/en";
import { keep, kept } from "./keep";

export type Language = "en" | "de";
export type { Key };

const others: Record<Exclude<Language, "en">, () => Promise<Record<Key, string>>> = {
  de: async () => (await import("../text/de")).de,
};

class Words {
  language = $state<Language>("en");
  #words = $state.raw<Record<Key, string>>(en);

  /** The language chosen here, or the browser's if there is a catalogue of it. */
  async begin(): Promise<void> {
    const chosen = kept("language") ?? navigator.languages.find((name) => /^(en|de)\b/.test(name))?.slice(0, 2) ?? "en";
    if (chosen === "de") await this.choose("de", false);
  }

  async choose(language: Language, remember = true): Promise<void> {
    this.#words = language === "en" ? en : await others[language]();
    this.language = language;
    document.documentElement.lang = language;
    if (remember) keep("language", language);
  }

  /** A sentence with its gaps filled: t("start.rounds", {n: 5}). "{n|round|rounds}" chooses by number. */
  say(key: Key, gaps: Record<string, string | number> = {}): string {
    return this.#words[key].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
      const value = gaps[name] ?? "";
      if (one === undefined || many === undefined) return String(value);
      return Number(value) === 1 ? one : many;
    });
  }

  /** The word for a key that is put together from data ("stance.foe"), or the fallback where the catalogue has none. */
  maybe(key: string, fallback: string): string {
    return (this.#words as Record<string, string>)[key] ?? fallback;
  }
}

export const words = new Words();

export function t(key: Key, gaps?: Record<string, string | number>): string {
  return words.say(key, gaps);
}

/** A share as a figure in words: "62 %"; nothing that is possible is shown as 0, nothing uncertain as 100. */
export function percent(share: number): string {
  return written(share, Math.round(share * 100));
}

/** Shares of one whole, rounded together so that what is read adds up: "96 %" and "4 %", never "96 %" and "5 %". */
export function percents(...shares: number[]): string[] {
  const whole = shares.map((share) => Math.floor(share * 100 + 1e-6));
  const short = Math.round(shares.reduce((sum, share) => sum + share, 0) * 100) - whole.reduce((sum, one) => sum + one, 0);
  const most = shares.map((share, i) => ({ i, over: share * 100 - whole[i]! })).toSorted((a, b) => b.over - a.over);
  for (const { i } of most.slice(0, Math.max(0, short))) whole[i]! += 1;
  return shares.map((share, i) => written(share, whole[i]!));
}

function written(share: number, whole: number): string {
  if (share > 0 && whole === 0) return "< 1 %";
  if (share < 1 && whole === 100) return "> 99 %";
  return `${whole} %`;
}

/** A chance that may be a range and may be sampled: "62 %", "40–55 %", "80 ± 2 %". */
export function chance(low: number, high: number, plusMinus = 0): string {
  if (Math.round(low * 100) !== Math.round(high * 100)) return `${Math.round(low * 100)}–${Math.round(high * 100)} %`;
  // Of so few throws that little can be said, it says how little.
  if (plusMinus > 0.2 || (plusMinus > 0.005 && (low < plusMinus || high > 1 - plusMinus))) return `${Math.round(Math.max(0, low - plusMinus) * 100)}–${Math.round(Math.min(1, high + plusMinus) * 100)} %`;
  if (plusMinus >= 0.005) return `${Math.round(low * 100)} ± ${Math.round(plusMinus * 100)} %`;
  return percent(low);
}
