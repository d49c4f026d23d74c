/** German. */

import type { Key } from "../en";
import { build } from "./build";
import { gm } from "./gm";
import { more } from "./more";
import { start } from "./start";
import { systems } from "./systems";
import { table } from "./table";

export const de: Record<Key, string> = { ...start, ...table, ...gm, ...systems, ...more, ...build };
