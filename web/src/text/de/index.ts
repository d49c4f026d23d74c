/** German. */

import type { Key } from "../en";
import { gm } from "./gm";
import { start } from "./start";
import { table } from "./table";

export const de: Record<Key, string> = { ...start, ...table, ...gm };
