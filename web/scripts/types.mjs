// Writes src/api.d.ts from the service's OpenAPI document. `npm run types` needs Python with the project on its path
// (PYTHON names the interpreter); `--check` writes nothing and fails where the file is not current.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const program = "import json; from quintain.table.app import make_app; from quintain.table.config import config_from; print(json.dumps(make_app(config_from('')).openapi()))";
const made = execFileSync(process.env.PYTHON ?? "python3", ["-c", program], { encoding: "utf-8", maxBuffer: 1 << 26 });
const head = "// Made from the OpenAPI document by `npm run types`. Do not change it by hand.\n\n";
const text = head + astToString(await openapiTS(JSON.parse(made)));
const file = new URL("../src/api.d.ts", import.meta.url);

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf-8") !== text) {
    console.error("web/src/api.d.ts is not what the OpenAPI document says: run `npm run types` in web/.");
    process.exit(1);
  }
} else writeFileSync(file, text);
