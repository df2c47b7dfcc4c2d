import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renderTypes } from "../packages/sdk/generate-types.ts";
import { describeDocuments } from "../packages/server/src/openapi/documents.ts";
import { renderModules } from "./python-sdk/python-modules.ts";
import { root } from "./source.ts";

/**
 * Generates the modules of the SDKs for TypeScript and Python that follow from the published
 * documents (decision 0202). They are not in git. The launcher runs this program before types,
 * tests, builds and releases (scripts/launch/sdks.js).
 */

/** Returns the text of each generated file by its path. */
export async function renderSdks(): Promise<ReadonlyMap<string, string>> {
  const documents = await describeDocuments();
  const types = Object.entries(await renderTypes(documents));
  return new Map([
    ...types.map(([name, text]) => [`packages/sdk/src/generated/${name}`, text] as const),
    ...[...renderModules(documents)].map(
      ([name, text]) => [`sdk/python/src/parlour_sdk/${name}.py`, text] as const,
    ),
  ]);
}

if (import.meta.main)
  for (const [path, text] of await renderSdks()) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    // Another process may read the file now.
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  }
