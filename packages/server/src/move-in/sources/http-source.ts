import { createHash } from "node:crypto";
import type { MoveFile } from "@parlour/protocol/move-in/record";
import { describeStatus, openAddress, openFile, type Reply } from "./open-address.ts";
import {
  createSamePageError,
  SourceError,
  type SourceCheck,
  type SourceDeps,
  type SourceSettings,
} from "../source.ts";

/** Requests to one system. Both methods throw SourceError. */
export interface HttpSource {
  /** Address of the system, ending with `/`. */
  readonly base: URL;
  /** Reads JSON. `path`: relative to the base. */
  readJson(path: string, query?: Readonly<Record<string, string | number>>): Promise<unknown>;
  /** Opens a file and follows redirects. null: the file does not exist. */
  openFile(file: MoveFile): Promise<AsyncIterable<Uint8Array> | null>;
}

/** Creates the requests to an address. `headers`: the credentials, sent to this address only. */
export function createHttpSource(
  { address }: SourceSettings,
  headers: Readonly<Record<string, string>>,
  deps: SourceDeps,
): HttpSource {
  const base = parseAddress(address);
  return {
    base,
    async readJson(path, query = {}) {
      const url = new URL(path, base);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      const reply = await send(deps, url, { accept: "application/json", ...headers });
      return parseJson(reply.headers["content-type"] ?? "", await readText(reply.body));
    },
    openFile: (file) => openFile(deps, file, { base, headers }),
  };
}

function parseAddress(address = ""): URL {
  const text = address.trim().replace(/\/+$/, "");
  const url = URL.parse(/^https?:\/\//i.test(text) ? `${text}/` : `https://${text}/`);
  if (url === null || text === "")
    throw new SourceError("wrong_address", "Enter the address of the other system.", {
      isFinal: true,
    });
  url.search = "";
  url.hash = "";
  return url;
}

/** Sends a request whose answer must have the status 200. */
async function send(
  deps: SourceDeps,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const reply = await openAddress(deps, url, { headers, isFile: false });
  if (reply.status === 200) return reply;
  reply.body.destroy();
  throw describeStatus(reply);
}

async function readText(body: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of body) parts.push(part as Buffer);
  } catch (error) {
    throw new SourceError("incomplete", error instanceof Error ? error.message : String(error));
  }
  return Buffer.concat(parts).toString("utf8");
}

function parseJson(type: string, text: string): unknown {
  if (/^text\/html/i.test(type) || /^\s*</.test(text))
    throw new SourceError("html_answer", "The other system answered with a page, not with data.");
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError("broken_json", "The answer of the other system is incomplete.");
  }
}

/** Identifies the content of a page, to notice that a system answers the same page again. */
export const identifyPage = (ids: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(ids)).digest("base64url").slice(0, 16);

/** Throws if a page has the content of the page before. */
export function checkNewPage(content: string, before: string | null): void {
  if (content === before) throw createSamePageError();
}

/** Parses a cursor, which is the JSON of an object of this reader. */
export function parseCursor<T extends object>(cursor: string | null, first: T): T {
  if (cursor === null) return first;
  try {
    return { ...first, ...(JSON.parse(cursor) as Partial<T>) };
  } catch {
    throw new SourceError("wrong_cursor", "The position of the import is damaged.", {
      isFinal: true,
    });
  }
}

/** Calls a function once. Calls it again after a failure. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));
}

/** Resolves with a check. An answer that is no data does not come from the expected system. */
export async function explainCheck(check: Promise<SourceCheck>): Promise<SourceCheck> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (!["html_answer", "broken_json", "not_found"].includes(error.code)) throw error;
    throw new SourceError("other_program", "Another program answers at this address.", {
      isFinal: true,
    });
  }
}
