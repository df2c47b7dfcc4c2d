import { createHash } from "node:crypto";
import type { MoveFile } from "@parlour/protocol/move-in/record";
import { omitEmpty } from "./json-values.ts";
import { SourceError, type SourceCheck, type SourceDeps, type SourceSettings } from "../source.ts";

const headTimeoutMs = 30_000;
const timeoutMs = 60_000;
/** A page of 100 messages of 150,000 characters fits. */
const maxJsonBytes = 96 * 1024 * 1024;
const fileTimeoutMs = 600_000;
const maxFileBytes = 1024 * 1024 * 1024;
const maxRedirects = 5;

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
    openFile: ({ url }) => openFile(deps, { url: parseUrl(url, base), base, headers }),
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

type Reply = Extract<Awaited<ReturnType<SourceDeps["egress"]["open"]>>, { kind: "answered" }>;

async function open(
  { egress, version, signal }: SourceDeps,
  url: URL,
  request: { readonly headers: Readonly<Record<string, string>>; readonly isFile: boolean },
): Promise<Reply> {
  const reply = await egress.open({
    method: "GET",
    url: url.href,
    headers: {
      "accept-encoding": "identity",
      "user-agent": `Parlour/${version} (import)`,
      ...request.headers,
    },
    headTimeoutMs,
    timeoutMs: request.isFile ? fileTimeoutMs : timeoutMs,
    maxReplyBytes: request.isFile ? maxFileBytes : maxJsonBytes,
    signal,
  });
  if (reply.kind === "answered") return reply;
  throw new SourceError(
    reply.outcome === "private_address" ? "private_address" : "unreachable",
    reply.message,
    { isFinal: reply.outcome === "private_address" },
  );
}

/** Sends a request whose answer must have the status 200. */
async function send(
  deps: SourceDeps,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const reply = await open(deps, url, { headers, isFile: false });
  if (reply.status === 200) return reply;
  reply.body.destroy();
  throw describeStatus(reply);
}

const finalStatuses: Readonly<Record<number, readonly [code: string, message: string]>> = {
  401: ["wrong_token", "The other system does not accept the token."],
  403: ["no_permission", "The token does not give the permission to read this."],
  404: ["not_found", "The other system does not have this address."],
};

function describeStatus({ status, headers }: Reply): SourceError {
  const [code, message] = finalStatuses[status] ?? [];
  if (code !== undefined) return new SourceError(code, message ?? "", { isFinal: true });
  if (status >= 300 && status < 400)
    return new SourceError(
      "redirected",
      `The address redirects to ${headers["location"] ?? "another one"}. Enter that address.`,
      { isFinal: true },
    );
  const isTemporary = status >= 500 || status === 408 || status === 425 || status === 429;
  return new SourceError(
    status === 429 ? "too_many_requests" : isTemporary ? "server_error" : "refused",
    `The other system answered ${status}.`,
    omitEmpty({ isFinal: !isTemporary, retryAfterMs: readRetryAfter(headers) }),
  );
}

/**
 * Returns how long an answer asks to wait: Retry-After in seconds or as a date, or the time of
 * `x-ratelimit-reset` in milliseconds. Dates count from the date of the answer.
 */
function readRetryAfter(headers: Reply["headers"]): number | undefined {
  const value = headers["retry-after"];
  if (value !== undefined && /^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const at = value === undefined ? Number(headers["x-ratelimit-reset"]) : Date.parse(value);
  const ms = at - Date.parse(headers["date"] ?? "");
  return ms >= 0 && ms < 86_400_000 ? ms : undefined;
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

const parseUrl = (url: string | undefined, base: URL): URL | null =>
  url === undefined ? null : URL.parse(url, base);

async function openFile(
  deps: SourceDeps,
  { url, base, headers }: { url: URL | null; base: URL; headers: Readonly<Record<string, string>> },
): Promise<AsyncIterable<Uint8Array> | null> {
  let target = url;
  for (let request = 0; target !== null && request <= maxRedirects; request += 1) {
    if (target.protocol !== "http:" && target.protocol !== "https:") return null;
    const credentials = target.origin === base.origin ? headers : {};
    const reply = await open(deps, target, { headers: credentials, isFile: true });
    if (reply.status === 200) return reply.body as AsyncIterable<Uint8Array>;
    reply.body.destroy();
    const { location } = reply.headers;
    if (reply.status === 404 || reply.status === 410) return null;
    if (reply.status < 300 || reply.status >= 400 || location === undefined)
      throw describeStatus(reply);
    target = URL.parse(location, target);
  }
  return null;
}

/** Identifies the content of a page, to notice that a system answers the same page again. */
export const identifyPage = (ids: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(ids)).digest("base64url").slice(0, 16);

/** Throws if a page has the content of the page before. */
export function checkNewPage(content: string, before: string | null): void {
  if (content === before)
    throw new SourceError("same_page", "The other system answers the same page again and again.", {
      isFinal: true,
    });
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
