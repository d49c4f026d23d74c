/** English: the catalogue that the others follow. A part of the page may keep its words in a file of its own here. */

import { build } from "./build";
import { gm } from "./gm";
import { more } from "./more";
import { start } from "./start";
import { systems } from "./systems";
import { table } from "./table";

export const en = { ...start, ...table, ...gm, ...systems, ...more, ...build } as const satisfies Record<string, string>;
export type Key = keyof typeof en;
