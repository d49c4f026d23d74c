/** Pan and zoom of a board: drag, pinch and wheel by d3-zoom; keys by the board itself. */

import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import { reduced } from "./theme.svelte";

export class Camera {
  transform = $state.raw<ZoomTransform>(zoomIdentity);
  /** Somebody moved it by hand: it is no longer moved by itself. */
  touched = $state(false);
  #behavior: ZoomBehavior<SVGSVGElement, unknown>;
  #svg: SVGSVGElement | null = null;

  constructor() {
    this.#behavior = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.25, 5])
      .clickDistance(6)
      .filter((event: Event) => !(event as MouseEvent).button && event.type !== "dblclick")
      .on("zoom", (event: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        this.transform = event.transform;
        if (event.sourceEvent) this.touched = true;
      });
  }

  attach = (svg: SVGSVGElement): (() => void) => {
    this.#svg = svg;
    select(svg).call(this.#behavior).on("dblclick.zoom", null);
    return () => {
      select(svg).on(".zoom", null);
      this.#svg = null;
    };
  };

  /** Shows this part of the board: x, y, width and height in its own units, in a window of w by h. */
  show(x: number, y: number, width: number, height: number, w: number, h: number, least = 0): void {
    const k = Math.max(Math.min(w / width, h / height), least);
    this.#set(zoomIdentity.translate(w / 2, h / 2).scale(k).translate(-(x + width / 2), -(y + height / 2)));
  }

  /** Brings a spot of the board to the middle, as large as everything is now. */
  centre(spot: { x: number; y: number }, w: number, h: number): void {
    this.#set(zoomIdentity.translate(w / 2, h / 2).scale(this.transform.k).translate(-spot.x, -spot.y));
    this.touched = true;
  }

  by(factor: number): void {
    if (this.#svg) this.#behavior.scaleBy(select(this.#svg), factor);
    this.touched = true;
  }

  pan(dx: number, dy: number): void {
    if (this.#svg) this.#behavior.translateBy(select(this.#svg), dx / this.transform.k, dy / this.transform.k);
    this.touched = true;
  }

  #set(transform: ZoomTransform): void {
    if (this.#svg) this.#behavior.transform(select(this.#svg), transform);
    else this.transform = transform;
  }

  get still(): boolean {
    return reduced.matches;
  }
}
