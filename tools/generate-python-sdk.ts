import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeDocuments } from "../packages/server/src/openapi/documents.ts";
import { renderModules } from "./python-sdk/python-modules.ts";
import { root } from "./source.ts";

/**
 * Generates the part of the Python SDK that follows from the published documents: the methods of
 * the clients, and the types of all bodies and events (decision 0164).
 */
export const getPythonModule = (name: string): string => `sdk/python/src/parlour_sdk/${name}.py`;

/** Returns the generated modules by their names. */
export async function renderPythonModules(): Promise<ReadonlyMap<string, string>> {
  return renderModules(await describeDocuments());
}

// `npm run x -- node tools/generate-python-sdk.ts` writes them. A test compares them.
if (import.meta.main)
  for (const [name, text] of await renderPythonModules())
    writeFileSync(join(root, getPythonModule(name)), text);
