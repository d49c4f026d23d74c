/** The outlines that tell sides apart: a circle, a shield, a square. Each begins at the top and runs clockwise, so that a ring of health empties alike. */

export type Stance = "party" | "foe" | "other";

export function outline(stance: Stance, r: number): string {
  if (stance === "party") return `M0,${-r}A${r},${r} 0 1 1 0,${r}A${r},${r} 0 1 1 0,${-r}Z`;
  if (stance === "other") {
    const a = r * 0.9;
    return `M0,${-a}H${a}V${a}H${-a}V${-a}Z`;
  }
  const [w, top, k, low] = [r * 0.98, -r * 0.95, r * 0.18, r * 1.14];
  return (
    `M0,${top}H${w - k}Q${w},${top} ${w},${top + k}V${r * 0.18}` +
    `C${w},${r * 0.68} ${r * 0.45},${r * 0.98} 0,${low}C${-r * 0.45},${r * 0.98} ${-w},${r * 0.68} ${-w},${r * 0.18}` +
    `V${top + k}Q${-w},${top} ${-w + k},${top}Z`
  );
}
