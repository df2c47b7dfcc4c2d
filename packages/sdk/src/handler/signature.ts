import { ParlourError } from "../parlour-error.ts";

/** A request whose signature is checked: that of a server or worker, or its headers and bytes. */
export type SignedRequest =
  | Request
  | {
      readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
      /** The received body, before any parsing. */
      readonly body: string | Uint8Array;
    };

/** One signing secret (`whsec_…`), or several while a secret is changed. */
export type Secrets = string | readonly string[];

export interface SignatureOptions {
  /** Maximum difference of the clocks of Parlour and this machine. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Returns the current time in Unix milliseconds. Default: the clock of this machine. */
  readonly now?: () => number;
}

export interface VerifiedRequest {
  /** `webhook-id`: the same in every attempt for one message or event. */
  readonly id: string;
  /** Time of the attempt in Unix seconds. */
  readonly timestamp: number;
  readonly text: string;
}

/**
 * Verifies a request of Parlour (Standard Webhooks 1.0.0, CORE-124). Reads the body of a `Request`.
 * Throws a `ParlourError` with status 401 if no signature is correct, or if the request is too old.
 */
export async function verifyRequest(
  request: SignedRequest,
  secrets: Secrets,
  { toleranceSeconds = 300, now = Date.now }: SignatureOptions = {},
): Promise<VerifiedRequest> {
  const bytes = await readBody(request);
  const id = readHeader(request.headers, "webhook-id");
  const timestamp = readHeader(request.headers, "webhook-timestamp");
  if (id === null || timestamp === null || !/^\d+$/.test(timestamp))
    throw refuse("signature_missing", "The request has no signature of Parlour.");
  // Nobody can send a recorded request again later.
  if (Math.abs(now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw refuse("signature_expired", `The request is more than ${toleranceSeconds} s old.`);
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const signatures = (readHeader(request.headers, "webhook-signature") ?? "")
    .split(" ")
    .flatMap((part) => (part.startsWith("v1,") ? [decodeBase64(part.slice(3))] : []));
  for (const secret of [secrets].flat()) {
    const key = await importKey(secret);
    for (const signature of signatures)
      // Compares in constant time.
      if (signature !== null && (await crypto.subtle.verify("HMAC", key, signature, signed)))
        return { id, timestamp: Number(timestamp), text: new TextDecoder().decode(bytes) };
  }
  throw refuse("signature_wrong", "The signature of the request is wrong.");
}

const refuse = (code: string, message: string): ParlourError =>
  new ParlourError(message, { status: 401, code });

async function readBody(request: SignedRequest): Promise<Uint8Array<ArrayBuffer>> {
  if ("arrayBuffer" in request) return new Uint8Array(await request.arrayBuffer());
  const { body } = request;
  return typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
}

function readHeader(headers: SignedRequest["headers"], name: string): string | null {
  if (isWebHeaders(headers)) return headers.get(name);
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return [entry?.[1]].flat().join(" ") || null;
}

const isWebHeaders = (headers: SignedRequest["headers"]): headers is Headers =>
  typeof headers["get"] === "function";

/** Throws a `TypeError` if a secret has another form than `whsec_` and base64. */
export function checkSecrets(secrets: Secrets): void {
  for (const secret of [secrets].flat()) decodeSecret(secret);
}

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = /^whsec_./.test(secret) ? decodeBase64(secret.slice("whsec_".length)) : null;
  if (bytes === null) throw new TypeError("A signing secret is `whsec_` and base64.");
  return bytes;
}

function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", decodeSecret(secret), algorithm, false, ["verify"]);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
