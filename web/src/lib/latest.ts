/** Asks for one thing after the other, always the newest wish: what was wished meanwhile and is no longer wanted is never asked for.
 *
 * A scrubber that is dragged over a whole fight wishes for hundreds of moments in a second; nobody sees more than the last.
 */
export class Latest<T> {
  #wish: (() => Promise<T>) | null = null;
  #busy = false;

  constructor(
    readonly show: (found: T) => void,
    readonly fail: (problem: Error) => void = () => undefined,
  ) {}

  ask(wish: () => Promise<T>): void {
    this.#wish = wish;
    if (!this.#busy) void this.#go();
  }

  async #go(): Promise<void> {
    this.#busy = true;
    while (this.#wish) {
      const wish = this.#wish;
      this.#wish = null;
      try {
        const found = await wish();
        this.show(found);
      } catch (problem) {
        if (!this.#wish) this.fail(problem as Error);
      }
    }
    this.#busy = false;
  }
}
