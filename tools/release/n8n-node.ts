import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webhookEvents } from "../../packages/protocol/src/webhook/index.ts";
import { describeDocuments } from "../../packages/server/src/openapi/documents.ts";
import { describeNode } from "../n8n-node/describe-node.ts";
import type { Document } from "../n8n-node/document.ts";
import { read, root } from "../source.ts";
import { packFolder } from "./pack-folder.ts";

/**
 * Writes the npm package with the nodes for n8n to a folder. The description of the node "Parlour"
 * is generated from the OpenAPI document, so that it has all fields of this release.
 */
export async function writeN8nNodes(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "plugins/n8n"), folder, { recursive: true });
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const manifest = JSON.parse(read("plugins/n8n/package.json")) as object;
  const documents = await describeDocuments();
  const files: Readonly<Record<string, unknown>> = {
    "package.json": { ...manifest, version },
    "nodes/Parlour/description.json": describeNode(documents["openapi.json"] as Document),
    "nodes/ParlourTrigger/events.json": webhookEvents.map((name) => ({ name, value: name })),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
}

/** Packs the nodes for n8n into `out`. Returns the name of the file. */
export async function packN8nNodes(out: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "parlour-n8n-"));
  try {
    await writeN8nNodes(folder);
    return packFolder(folder, out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
