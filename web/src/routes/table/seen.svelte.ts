/** What every screen of a table needs from the view, worked out once. */

import type { Live } from "../../lib/live.svelte";
import type { UnitView, View } from "../../lib/protocol";

export class Seen {
  constructor(
    readonly live: Live,
    /** The GM may look through another seat's eyes: then that view instead of the own one. */
    readonly other: () => View | null = () => null,
  ) {}

  readonly view = $derived.by((): View => this.other() ?? this.live.view!);
  /** What the board shows: the fight as it is, or as it stood at the moment somebody looks back at. */
  readonly board = $derived.by((): View => (this.other() ? this.view : (this.live.moment ?? this.view)));
  readonly units = $derived.by((): Map<string, UnitView> => new Map(this.view.units.map((unit) => [unit.id, unit])));
  readonly asked = $derived.by((): Set<string> => new Set(this.view.questions.filter((question) => question.who && !question.declared && question.id !== this.live.sent?.question && (question.yours || this.view.role === "screen" || this.view.role === "spectator")).map((question) => question.who!)));
  readonly away = $derived.by((): Set<string> => new Set(this.live.seats.filter((seat) => seat.role === "player" && !seat.present && !seat.auto).flatMap((seat) => seat.units)));
  readonly told = $derived.by((): string[] => {
    const event = this.live.telling?.events[this.live.telling.at];
    if (!event) return [];
    // What followed from a deed is seen on whom it befell: only the deed itself goes from one to another.
    return event.cause === undefined || event.terms.length || event.verdict ? event.who : event.who.slice(0, 1);
  });
  readonly declared = $derived.by((): Map<string, boolean> | undefined => {
    const asked = this.view.questions.filter((question) => question.kind === "declaration" && question.who && question.declared !== undefined);
    return asked.length ? new Map(asked.map((question) => [question.who!, Boolean(question.declared)])) : undefined;
  });
  readonly gmAway = $derived.by((): boolean => this.live.seats.some((seat) => seat.role === "gm" && !seat.present && !seat.auto));
}
