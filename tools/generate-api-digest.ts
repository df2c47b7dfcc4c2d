import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentNames, type DocumentName } from "../packages/server/src/openapi/document-names.ts";
import { describeDocuments } from "../packages/server/src/openapi/documents.ts";
import {
  formatDocument,
  formatEvents,
  formatFileSchema,
  type DigestDocument,
  type DigestEvents,
} from "./api-digest/document-text.ts";
import type { DigestSchema } from "./api-digest/schema-text.ts";
import { root } from "./source.ts";

/**
 * Generates the digests of the published API documents (API-115), `docs/api/*.txt`. The build
 * writes the documents themselves, which are too long to review. A change of an API changes a few
 * lines of its digest.
 */
export const getDigestFile = (name: DocumentName): string =>
  `docs/api/${name.replace(/\.json$/, ".txt")}`;

/** Returns the digest of every document. */
export async function renderDigests(): Promise<ReadonlyMap<DocumentName, string>> {
  const documents = await describeDocuments();
  return new Map(documentNames.map((name) => [name, renderDigest(name, documents[name])]));
}

function renderDigest(name: DocumentName, content: object): string {
  const lines =
    name === "config.schema.json"
      ? formatFileSchema(content as DigestSchema)
      : name === "asyncapi.json"
        ? formatEvents(content as DigestEvents)
        : formatDocument(content as DigestDocument);
  return `${[`Digest of /api/v1/${name}. Generated: npm run x -- node tools/generate-api-digest.ts`, "How to read it: docs/api/README.md", ...lines].join("\n")}\n`;
}

// `npm run x -- node tools/generate-api-digest.ts` writes them. A test compares them.
if (import.meta.main)
  for (const [name, text] of await renderDigests())
    writeFileSync(join(root, getDigestFile(name)), text);
