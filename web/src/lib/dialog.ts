/** What lies over the rest: focus goes into it and stays in it, Escape closes it, and focus returns to where it was. */

import { tick } from "svelte";

const STOPS = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex='0']";

export function dialog(close: () => void): (node: HTMLElement) => () => void {
  return (node) => {
    const before = document.activeElement as HTMLElement | null;
    const stops = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>(STOPS)].filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }));
    const typing = before?.closest("input, textarea");
    if (!node.contains(before) && !typing) void tick().then(() => stops()[0]?.focus({ preventScroll: true })); // once it is shown

    function keys(event: KeyboardEvent): void {
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        close();
      } else if (event.key === "Tab") {
        const all = stops();
        const [first, last] = [all[0], all.at(-1)];
        const now = document.activeElement;
        if (!first || !last) return;
        if (event.shiftKey && (now === first || !node.contains(now))) (last.focus(), event.preventDefault());
        else if (!event.shiftKey && now === last) (first.focus(), event.preventDefault());
      }
    }
    node.addEventListener("keydown", keys);
    return () => {
      node.removeEventListener("keydown", keys);
      const now = document.activeElement;
      if ((!now || now === document.body || node.contains(now)) && before?.isConnected) before.focus({ preventScroll: true });
    };
  };
}
