import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigFile } from "../packages/protocol/src/config/index.ts";
import { root } from "./source.ts";

/**
 * Returns the text of docs/api/config.schema.json: the schema of the provisioning file for editors
 * and for the server.
 */
export function renderConfigSchema(): string {
  return `${JSON.stringify(ConfigFile, null, 2)}\n`;
}
export const configSchemaFile = "docs/api/config.schema.json";

// `npm run x -- node tools/generate-config-schema.ts` writes it. A test compares it.
if (import.meta.main) writeFileSync(join(root, configSchemaFile), renderConfigSchema());
