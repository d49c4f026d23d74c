/** A value found in the lab, set at the live table: by the GM's ruling "set", so that it is told, can be taken back, and is refused where it cannot be. */

import { get, post } from "../../lib/api";
import type { UnitView, View } from "../../lib/protocol";

/** What "set" can change of somebody, as far as the GM's sheet shows it: each stat with its value now, and the most it may be. */
function settable(unit: UnitView): Map<string, { value: unknown; most?: number }> {
  const found = new Map<string, { value: unknown; most?: number }>();
  for (const figure of unit.figures) if (figure.set) found.set(figure.set, { value: figure.value });
  for (const vital of unit.vitals) if (vital.set) found.set(vital.set, { value: vital.value, most: vital.most });
  return found;
}

/** The stat that is this very figure of somebody: of its name, with the same value now. A figure of a weapon or a power is none. */
export function statOf(unit: UnitView | undefined, figure: string, now: number | undefined): string | null {
  if (!unit || !figure || figure.split(".").length > 2) return null;
  const stat = figure.split(".").at(-1)!;
  if (figure === stat && /^max_|_max$/.test(stat)) return stat;
  return settable(unit).get(stat)?.value === now ? stat : null;
}

export async function setAtTable(table: string, who: string, stat: string, value: number): Promise<void> {
  const view = await get<View>(`/tables/${table}/view`);
  const most = view.units.filter((unit) => unit.id === who).map((unit) => settable(unit).get(stat)?.most)[0];
  let version = view.version;
  for (const one of most !== undefined && value > most ? [`max_${stat}`, stat] : [stat]) {
    const receipt = await post<{ version?: number }>(`/tables/${table}/commands`, { key: crypto.randomUUID?.() ?? `${Date.now()}-${one}`, version, command: { do: "rule", ruling: "set", args: { who, stat: one, value } } });
    version = receipt.version ?? version;
  }
}
