/** Sentences and short figures about a combatant, as its viewer may know it. */

import type { Figure, OddsData, UnitView, Vital } from "./protocol";
import { chance, percent, t, words } from "./text.svelte";

/** The pair people watch most: hit points, or whatever the system has in their place. */
export function mainVital(unit: UnitView): Vital | undefined {
  return unit.vitals.find((vital) => vital.look === "bar") ?? unit.vitals[0];
}

/** "12/40", or one word where the figures are not known. */
export function healthText(unit: UnitView): string {
  if (unit.state === "dead") return words.maybe("state.dead", "dead");
  const main = mainVital(unit);
  // Of the fallen, how it stands with them; whatever else is on them stands on the sheet.
  if (unit.state === "down") return unit.status.split(", ")[0] || unit.health;
  if (main && main.look === "bar") return main.most === undefined ? String(main.value) : `${main.value}/${main.most}`;
  return unit.health;
}

/** Its health where that is worth a place beside its name: figures, or a word for whoever is hurt. */
export const healthShown = (unit: UnitView): string => (/^(?:not |unh)/.test(healthText(unit)) ? "" : healthText(unit));

/** What becomes of somebody, as the odds say it: who has nothing left is out, who has as much as now is unhurt. */
export function fateText(text: string, unit?: UnitView): string {
  const [, left] = /^(\d+) (?:of \d+ )?(?:HP|hp|Health)$/.exec(text) ?? [];
  if (left === "0") return t("row.out");
  return left !== undefined && unit && Number(left) === mainVital(unit)?.value ? t("row.unhurt") : text;
}

/** How much is left of somebody in an outcome of the odds, where it is said in figures. */
export const leftOf = (text: string): number | undefined => (/^(\d+) (?:of \d+ )?(?:HP|hp|Health)$/.exec(text)?.[1] === undefined ? undefined : Number.parseInt(text));

/** The figure people want: that it drops them, or, where it hardly ever does, that it hits. */
export function leadOf(odds: OddsData | undefined): OddsData["headline"] {
  const lead = odds?.headline ?? null;
  return lead && lead.label === "drop" && lead.high < 0.1 ? (odds!.chances.find((one) => one.label === "hit") ?? lead) : lead;
}

/** What comes back at whoever is asked: what is equally likely stands together, and words that all begin with are said once. */
export function backOf(all: OddsData["back"]): string[] {
  const groups = new Map<string, string[]>();
  for (const one of all) {
    // What is certain needs no figure.
    const share = one.low === undefined ? (one.share > 0.995 ? "" : percent(one.share)) : chance(one.low, one.share);
    groups.set(share, [...(groups.get(share) ?? []), one.label]);
  }
  const shared = all.reduce((found, { label }) => [...found].filter((sign, i) => label.startsWith(found.slice(0, i) + sign)).join(""), all[0]?.label ?? "");
  const opening = all.length > 1 ? shared.slice(0, shared.lastIndexOf(" ") + 1) : "";
  return [...groups].map(([share, labels], i) => t("row.back", { what: (i ? "" : opening) + labels.map((label) => label.slice(opening.length)).join(", "), share }).trim());
}

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];

/** What people call it: of one of the party the name that its id goes by, else the first ("Scout" of a Wounded Scout), "Hound 2" of a Slag hound 2,
 * "Archer 2" of a Second Reed Archer, "Cutter 1" of a Ditch Cutter beside a Ditch Cutter 2. */
export function shortName(unit: UnitView): string {
  const parts = unit.name.split(" ");
  const number = parts.at(-1) ?? "";
  if (/^\d+$/.test(number)) return capital(`${parts.at(-2) ?? ""} ${number}`.trim());
  if (unit.stance === "party") return parts.find((part) => part.toLowerCase() === unit.id.replace(/\d+$/, "")) ?? parts[0] ?? unit.name;
  const counted = ORDINALS.indexOf(parts[0] ?? "") + 1;
  if (/\d$/.test(unit.initials)) return `${capital(number)} ${counted || unit.initials.slice(1)}`;
  return unit.name.length <= 13 ? unit.name : capital(parts.at(-1) ?? unit.name);
}

/** A sentence with everybody called as people call them. */
export function shortened(text: string, units: UnitView[]): string {
  const named = units.map((unit) => [unit.name, shortName(unit)] as const).sort(([one], [other]) => other.length - one.length);
  return named.reduce((said, [name, short]) => said.replaceAll(name, short), text);
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The figures people ask for first, by system: what an attack has to beat, how it strikes, how far it goes. Of other systems, the first few. */
const FIRST: Record<string, string[]> = {
  escalation: ["ac", "pd", "md", "init_bonus"],
  clash: ["score", "might", "finesse", "wits", "spirit"],
  riposte: ["Might", "Accuracy", "Critical", "Defense", "Resistance", "Dodge", "Avoid", "mov"],
  tiers: ["iron", "ward", "grit", "stride"],
  toughness: ["toughness", "defense_melee", "defense_ranged", "melee", "ranged", "fort", "ref", "will"],
};
export function firstFigures(system: string, figures: Figure[]): Figure[] {
  const plain = figures.filter((figure) => figure.group === "");
  return FIRST[system]?.flatMap((id) => plain.find((figure) => figure.id === id) ?? []) ?? plain.slice(0, 5);
}

/** A throw in words: "best of 2d20" instead of "2d20 (8, 6) best!". */
export const diceWords = (text: string): string => text.replace(/(\d+)(d\d+)(?: \([\d, ]+\))? (best|worst)!?/g, (_, count: string, die: string, which: string) => (count === "1" ? die : t(`dice.${which as "best" | "worst"}`, { dice: count + die })));

/** A figure's name as a heading: "AC", "HP", "Might". */
export const titled = (label: string): string => (/^[a-z]{2,3}$/.test(label) ? label.toUpperCase() : capital(label));

/** A token read aloud: "Vessa Marrow, party, 12 of 40, staggered, burning; engaged with Slag hound 1". */
export function spoken(unit: UnitView, engaged: string[] = []): string {
  const main = mainVital(unit);
  const figures = main && unit.state === "up" ? t("unit.of", { value: main.value, most: main.most ?? "?" }) : unit.health;
  const states = unit.conditions.map((condition) => condition.name);
  const text = [`${unit.initials} ${unit.name}`, t(`stance.${unit.stance}`), figures, ...states];
  if (unit.state !== "up") text.push(words.maybe(`state.${unit.state}`, unit.state));
  if (unit.hidden) text.push(t("unit.hidden"));
  return text.filter(Boolean).join(", ") + (engaged.length ? `; ${t("unit.engaged", { who: engaged.join(", ") })}` : "");
}

/** Where the stages stand in a bar of their own: what the heading says beyond the stage, such as who is acting. */
export function stageOf(view: { heading: string; round: number }): string {
  const [, ...rest] = headingOf(view).split(", ");
  return rest.join(", ");
}

/** The heading of a view behind "Round 3": what the round says beyond its number. */
export function headingOf(view: { heading: string; round: number }): string {
  // What a figure beside it says already is left out.
  const rest = view.heading.replace(/^round \d+\s*[,:·-]?\s*/i, "").replace(/^escalation \d+\s*[,:·-]?\s*/i, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
