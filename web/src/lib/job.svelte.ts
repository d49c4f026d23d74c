/** Work that takes a while: started, asked after, and broken off when nobody waits for it any more. */

import { untrack } from "svelte";
import { get, post, remove, type Refused } from "./api";

interface JobInfo<T> {
  job: string;
  state: "running" | "done" | "failed" | "cancelled";
  progress: number;
  result?: T;
  error?: string;
}

export class Job<T> {
  running = $state(false);
  progress = $state(0);
  /** The last result: it stays until the next one is there. */
  result = $state.raw<T | null>(null);
  error = $state("");
  id = $state("");
  #turn = 0;

  constructor() {
    addEventListener("pagehide", () => this.stop());
  }

  async run(body: Record<string, unknown>): Promise<T | null> {
    const turn = ++this.#turn;
    untrack(() => this.stop(false)); // an effect that starts a count must not depend on it
    this.running = true;
    this.progress = 0;
    this.error = "";
    try {
      let info = await this.#start(body, turn);
      if (turn !== this.#turn) return void remove(`/lab/${info.job}`).catch(() => undefined), null; // stopped before it had a name
      while (turn === this.#turn && info.state === "running") {
        this.id = info.job;
        this.progress = info.progress;
        await new Promise((done) => setTimeout(done, 250));
        info = await get<JobInfo<T>>(`/lab/${info.job}`);
      }
      if (turn !== this.#turn) return null;
      this.id = info.job;
      if (info.result) this.result = info.result;
      if (info.state === "failed") this.error = info.error ?? "";
      return info.result ?? null;
    } catch (problem) {
      if (turn === this.#turn) this.error = (problem as Refused).message;
      return null;
    } finally {
      if (turn === this.#turn) this.running = false;
    }
  }

  /** Begins it; where this browser has enough work under way already, as soon as some of that is done. */
  async #start(body: Record<string, unknown>, turn: number): Promise<JobInfo<T>> {
    for (;;) {
      try {
        return await post<JobInfo<T>>("/lab", body);
      } catch (problem) {
        if ((problem as Refused).kind !== "busy" || turn !== this.#turn) throw problem;
        await new Promise((done) => setTimeout(done, 1000));
      }
    }
  }

  stop(mine = true): void {
    if (this.running && this.id) void remove(`/lab/${this.id}`).catch(() => undefined);
    if (mine) {
      this.#turn++;
      this.running = false;
    }
  }
}

/** A figure with its interval, as the lab tells it. */
export interface Share {
  value: number;
  low: number;
  high: number;
  n: number;
}
