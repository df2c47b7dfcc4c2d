import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigFile } from "../packages/protocol/src/config.ts";
import { root } from "./source.ts";

/** Text of docs/api/config.schema.json: the schema that editors use for the provisioning file and that the server checks it with. */
export function configSchemaText(): string {
  return `${JSON.stringify(ConfigFile, null, 2)}\n`;
}
export const configSchemaFile = "docs/api/config.schema.json";

// `npm run x -- node tools/generate-config-schema.ts` writes it; a test compares.
if (import.meta.main) writeFileSync(join(root, configSchemaFile), configSchemaText());
