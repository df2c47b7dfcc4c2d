import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  documentNames,
  type DocumentName,
} from "../../packages/server/src/openapi/document-names.ts";
import { describeDocuments } from "../../packages/server/src/openapi/documents.ts";
import { read, root } from "../source.ts";
import { findBreaks, type ComparedDocument } from "./document-breaks.ts";

/** Folder with the documents of the last release, without texts for people (API-394). */
const folder = "docs/api/released";
/** Breaks that were decided since the last release. */
const decidedBreaksFile = `${folder}/breaks.json`;

/** A break that was decided. `break` is the text of `listBreaks`, `reason` is for people. */
export interface DecidedBreak {
  readonly document: string;
  readonly break: string;
  readonly reason: string;
}

/** Returns the breaks between the last release and the code, by document. */
export async function listBreaks(): Promise<
  readonly { readonly document: DocumentName; readonly break: string }[]
> {
  const documents = await describeDocuments();
  return documentNames.flatMap((document) => {
    const path = `${folder}/${document}`;
    // A document that is new since the release has no earlier version.
    if (!existsSync(join(root, path))) return [];
    const released = JSON.parse(read(path)) as ComparedDocument;
    const current = JSON.parse(formatDocument(documents[document])) as ComparedDocument;
    return findBreaks(released, current).map((text) => ({ document, break: text }));
  });
}

/** Returns the decided breaks. */
export const readDecidedBreaks = (): readonly DecidedBreak[] =>
  JSON.parse(read(decidedBreaksFile)) as readonly DecidedBreak[];

/**
 * Returns the files that make the code the last release, by their paths: its documents, and no
 * decided breaks.
 */
export async function renderReleasedDocuments(): Promise<ReadonlyMap<string, string>> {
  const documents = await describeDocuments();
  return new Map([
    ...documentNames.map((name) => [`${folder}/${name}`, formatDocument(documents[name])] as const),
    [decidedBreaksFile, "[]\n"] as const,
  ]);
}

/** Keywords of schemas and operations that are texts for people. */
const texts = new Set([
  "$id",
  "$schema",
  "description",
  "example",
  "examples",
  "info",
  "servers",
  "summary",
  "tags",
  "title",
]);
/** Keywords whose keys are names, such as those of fields. */
const nameMaps = new Set([
  "channels",
  "content",
  "messages",
  "operations",
  "paths",
  "patternProperties",
  "properties",
  "responses",
  "schemas",
  "securitySchemes",
  "webhooks",
]);
/** Keywords with values of the API, which stay as they are. */
const values = new Set(["default", "enum", "required"]);

/**
 * Returns a document without texts, with one line for each path and each schema, so that the
 * difference between two releases can be read.
 */
export function formatDocument(document: object): string {
  return `${formatLines(removeTexts(JSON.parse(JSON.stringify(document))), 3)}\n`;
}

function removeTexts(value: unknown, isNameMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => removeTexts(item));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => isNameMap || !texts.has(key));
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      if (isNameMap) return [key, removeTexts(inner)];
      return [key, values.has(key) ? inner : removeTexts(inner, nameMaps.has(key))];
    }),
  );
}

/** Formats objects up to a depth with one line for each field. */
function formatLines(value: unknown, depth: number): string {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || depth === 0) return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}:${formatLines(inner, depth - 1)}`,
  );
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n}`;
}
