import { keep, kept } from "./keep";

export type Choice = "auto" | "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");

/** Light or dark: as the system says, or as somebody chose here. */
class Theme {
  choice = $state<Choice>((kept("theme") as Choice | null) ?? "auto");
  #dark = $state(system.matches);
  /** The shared screen asks for dark unless somebody chose. */
  wanted = $state<"dark" | null>(null);

  constructor() {
    system.addEventListener("change", () => (this.#dark = system.matches));
  }

  get shown(): "light" | "dark" {
    if (this.choice !== "auto") return this.choice;
    return this.wanted ?? (this.#dark ? "dark" : "light");
  }

  choose(choice: Choice): void {
    this.choice = choice;
    keep("theme", choice === "auto" ? null : choice);
  }
}

export const theme = new Theme();

export const reduced = matchMedia("(prefers-reduced-motion: reduce)");
