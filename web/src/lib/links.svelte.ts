/** The secret links this browser was given when it opened a table: kept as long as its tab, and nowhere else. The service keeps only their hashes. */

import type { SeatLink } from "./api";

let all = $state.raw<Record<string, SeatLink[]>>(read());

function read(): Record<string, SeatLink[]> {
  try {
    return JSON.parse(sessionStorage.getItem("quintain.links") ?? "{}") as Record<string, SeatLink[]>;
  } catch {
    return {};
  }
}

export function linksOf(table: string): SeatLink[] {
  return all[table] ?? [];
}

export function rememberLinks(table: string, links: SeatLink[]): void {
  all = { ...all, [table]: links };
  try {
    sessionStorage.setItem("quintain.links", JSON.stringify(all));
  } catch {
    // A browser that keeps nothing still shows them until the page is left.
  }
}

export function rememberLink(table: string, link: SeatLink): void {
  rememberLinks(table, [...linksOf(table).filter((one) => one.seat !== link.seat), link]);
}
