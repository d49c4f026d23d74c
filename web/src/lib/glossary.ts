/** Words of the rule books that are explained where one meets them first, with their clauses. What they mean stands in the catalogue. */

export const GLOSSARY: Record<string, Record<string, string>> = {
  riposte: { "riposte": "RI-17", "follow-through": "RI-20", "critical": "RI-09", "stabilise": "RI-39" },
  clash: { "glancing": "CL-55", "Cover": "CL-39", "Defend": "CL-38", "Recover": "CL-45", "incapacitated": "CL-26", "Challenge Score": "CL-15" },
  tiers: { "Stress": "TI-112", "Soak": "TI-68", "Winded": "TI-15", "botch": "TI-07", "Push": "TI-57", "bleeding": "TI-91", "Beacon Point": "TI-121", "Tier": "TI-01" },
  toughness: { "Staggered": "TO-80", "Disabled": "TO-84", "Dying": "TO-92", "Conviction": "TO-107", "charge": "TO-13", "Prepare": "TO-17" },
  escalation: { "staggered": "ES-117", "engaged": "ES-46", "intercept": "ES-62", "recovery": "ES-113", "rally": "ES-86", "vulnerable": "ES-159" },
};

/** The explained words that a text uses, in the order of the text. */
export function wordsIn(system: string, text: string): string[] {
  const found = Object.keys(GLOSSARY[system] ?? {}).map((word) => ({ word, at: text.search(new RegExp(`\\b${word}\\w*\\b`, "i")) }));
  return found.filter((one) => one.at >= 0).sort((a, b) => a.at - b.at).map((one) => one.word);
}
