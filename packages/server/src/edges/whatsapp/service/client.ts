import { createHmac, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Egress, EgressReply, StreamReply } from "../../../egress/index.ts";
import type { ConnectorSettings } from "../../../core/channel/connector-settings.ts";
import type { JsonObject } from "../../../http/body/json.ts";

/** Version of the Graph API whose documentation this edge follows. */
const apiVersion = "v25.0";
/** Maximum size of a response that is not a file, in bytes. */
const maxReplyBytes = 1024 * 1024;

/** Time limit of a request that an administrator or operator waits for, in milliseconds. */
export const requestTimeoutMs = 10_000;
/** Time limit of a file, in milliseconds. */
export const downloadTimeoutMs = 60_000;

/** A file to upload. */
export interface Upload {
  readonly type: string;
  readonly name: string;
  readonly size: number;
  readonly body: Readable;
}

export interface GraphClientDeps {
  readonly egress: Pick<Egress, "post" | "open">;
  /** Origin of the Graph API, without a slash at the end. */
  readonly apiUrl: string;
  readonly version: string;
}
/** Sends requests to the Graph API with the token of a channel. No function rejects. */
export interface GraphClient {
  /** Whether the API is a stand-in on this machine, which accepts addresses without https. */
  readonly isLocal: boolean;
  /** Returns the URL of a path below the version, with the proof of the app secret. */
  url(channel: Credentials, path: string): string;
  /** Headers of a request with JSON. */
  headers(channel: Credentials): Readonly<Record<string, string>>;
  get(channel: Credentials, path: string, timeoutMs: number): Promise<EgressReply>;
  post(
    channel: Credentials,
    path: string,
    body: JsonObject,
    timeoutMs: number,
  ): Promise<EgressReply>;
  /** Uploads a file to POST /{phone_number_id}/media. */
  upload(channel: Credentials, path: string, file: Upload, timeoutMs: number): Promise<EgressReply>;
  /**
   * Opens a file at an address that the service returned. `maxBytes`: the stream fails beyond it.
   */
  download(
    channel: Credentials,
    url: string,
    options: { readonly maxBytes: number; readonly timeoutMs: number },
  ): Promise<DownloadReply>;
}
export type Credentials = Pick<ConnectorSettings, "settings" | "secrets">;
type DownloadReply =
  | ({ readonly kind: "answered" } & StreamReply)
  | { readonly kind: "failed"; readonly message: string };

export function createGraphClient({ egress, apiUrl, version }: GraphClientDeps): GraphClient {
  const url = (channel: Credentials, path: string): string =>
    withProof(`${apiUrl}/${apiVersion}/${path}`, channel);
  const authorize = ({ secrets }: Credentials): Record<string, string> => ({
    authorization: `Bearer ${secrets["access_token"] ?? ""}`,
    accept: "application/json",
    "user-agent": `Parlour/${version}`,
  });
  const headers = (channel: Credentials): Record<string, string> => ({
    ...authorize(channel),
    "content-type": "application/json",
  });
  const open = async (request: Parameters<Egress["open"]>[0]): Promise<EgressReply> => {
    const reply = await egress.open(request);
    if (reply.kind === "failed") return { ...reply, status: null, durationMs: 0 };
    return readBody(reply);
  };
  return {
    isLocal: apiUrl.startsWith("http://"),
    url,
    headers,
    get: (channel, path, timeoutMs) =>
      open({
        method: "GET",
        url: url(channel, path),
        headers: authorize(channel),
        headTimeoutMs: timeoutMs,
        timeoutMs,
        maxReplyBytes,
      }),
    post: (channel, path, body, timeoutMs) =>
      egress.post({
        url: url(channel, path),
        headers: headers(channel),
        body: JSON.stringify(body),
        chunked: false,
        timeoutMs,
        maxReplyBytes,
      }),
    upload(channel, path, file, timeoutMs) {
      const { body, length, type } = buildForm(file);
      return open({
        method: "POST",
        url: url(channel, path),
        headers: { ...authorize(channel), "content-type": type, "content-length": String(length) },
        body,
        headTimeoutMs: timeoutMs,
        timeoutMs,
        maxReplyBytes,
      });
    },
    async download(channel, address, { maxBytes, timeoutMs }) {
      if (!isMediaAddress(address, apiUrl))
        return { kind: "failed", message: "The address of the file is not one of WhatsApp." };
      const reply = await egress.open({
        method: "GET",
        url: address,
        headers: authorize(channel),
        headTimeoutMs: timeoutMs,
        timeoutMs,
        maxReplyBytes: maxBytes,
      });
      if (reply.kind === "failed" || reply.status === 200) return reply;
      reply.body.destroy();
      return { kind: "failed", message: `WhatsApp answered ${reply.status}.` };
    },
  };
}

/**
 * Returns whether the token may be sent to the address of a file: an encrypted one, or the API
 * itself. The address guard checks the host.
 */
function isMediaAddress(address: string, apiUrl: string): boolean {
  const parsed = URL.parse(address);
  return parsed !== null && (parsed.protocol === "https:" || parsed.origin === apiUrl);
}

/**
 * Adds the proof that the app secret belongs to the app of the token. The service refuses requests
 * with a wrong one.
 */
function withProof(url: string, channel: Credentials): string {
  return `${url}${url.includes("?") ? "&" : "?"}appsecret_proof=${createProof(channel)}`;
}

/** Returns the proof that URLs contain. */
export function createProof({ secrets }: Credentials): string {
  return createHmac("sha256", secrets["app_secret"] ?? "")
    .update(secrets["access_token"] ?? "")
    .digest("hex");
}

async function readBody(reply: StreamReply): Promise<EgressReply> {
  const parts: Buffer[] = [];
  try {
    for await (const part of reply.body as AsyncIterable<Buffer>) parts.push(part);
  } catch (error) {
    return {
      kind: "failed",
      outcome: "connect_failed",
      message: error instanceof Error ? error.message : "The response ended too early.",
      status: reply.status,
      durationMs: 0,
    };
  }
  return {
    kind: "answered",
    status: reply.status,
    headers: reply.headers,
    body: Buffer.concat(parts),
    durationMs: 0,
  };
}

/** Builds the form of an upload. Its length is known, so it is not sent chunked. */
function buildForm({ type, name, size, body }: Upload): {
  readonly body: Readable;
  readonly length: number;
  readonly type: string;
} {
  const boundary = `parlour${randomBytes(16).toString("hex")}`;
  const field = (fieldName: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${fieldName}"\r\n\r\n${value}\r\n`;
  const fileName = name.replaceAll(/["\r\n\\]/g, "_");
  const head = Buffer.from(
    `${field("messaging_product", "whatsapp")}${field("type", type)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* parts(): AsyncGenerator<Buffer> {
    yield head;
    yield* body as AsyncIterable<Buffer>;
    yield tail;
  }
  return {
    body: Readable.from(parts()),
    length: head.length + size + tail.length,
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
