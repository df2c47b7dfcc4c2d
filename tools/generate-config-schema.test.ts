import { expect, it } from "vitest";
import { configSchemaFile, renderConfigSchema } from "./generate-config-schema.ts";
import { read } from "./source.ts";

it("[CFG-023] the published schema is the one in the code: npm run x -- node tools/generate-config-schema.ts", () => {
  expect(read(configSchemaFile)).toBe(renderConfigSchema());
});
