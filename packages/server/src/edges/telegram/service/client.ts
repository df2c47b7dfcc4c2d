import type { Readable } from "node:stream";
import type { Clock } from "../../../core/command.ts";
import type { Egress, EgressReply } from "../../../egress/index.ts";
import { buildForm, type FormFile } from "../../../connectors/service/upload-form.ts";
import { parseApiReply, type ApiResult } from "./reply.ts";

export interface ApiDeps {
  readonly egress: Pick<Egress, "post" | "open">;
  readonly clock: Pick<Clock, "monotonic">;
  /** Base URL of the Bot API without a trailing slash. */
  readonly apiUrl: string;
  /** Product version for `User-Agent`. */
  readonly version: string;
}
/** A request to a method. `values`: the parameters. `file`: the file that is uploaded with them. */
export interface ApiRequest {
  readonly method: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly file?: FormFile;
  readonly timeoutMs: number;
}

/** Calls methods of the Bot API for bots. Never rejects because of an error of the service. */
export interface TelegramApi {
  /** Sends a request and returns the response for the delivery log. */
  send(token: string, request: ApiRequest): Promise<EgressReply>;
  /** Sends a request and interprets the response. The default timeout is 10 s. */
  call(
    token: string,
    method: string,
    values?: Readonly<Record<string, unknown>>,
    timeoutMs?: number,
  ): Promise<ApiResult>;
  /**
   * Opens the content of a file by the path that getFile returned. `maxBytes`: maximum size. The
   * caller must read the stream or destroy it.
   */
  download(
    token: string,
    path: string,
    maxBytes: number,
  ): Promise<{ readonly body: Readable } | { readonly failure: string }>;
}

const callTimeoutMs = 10_000;
const downloadTimeoutMs = 60_000;
/** A response with 100 updates is far smaller. */
const maxReplyBytes = 4 * 1024 * 1024;

export function createTelegramApi({ egress, clock, apiUrl, version }: ApiDeps): TelegramApi {
  const headers = { accept: "application/json", "user-agent": `Parlour/${version}` };
  const toUrl = (token: string, method: string): string => `${apiUrl}/bot${token}/${method}`;
  const send = (
    token: string,
    { method, values, file, timeoutMs }: ApiRequest,
  ): Promise<EgressReply> =>
    file === undefined
      ? egress.post({
          url: toUrl(token, method),
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(values),
          chunked: false,
          timeoutMs,
          maxReplyBytes,
        })
      : upload({ url: toUrl(token, method), values, file, timeoutMs });

  async function upload(request: {
    readonly url: string;
    readonly values: ApiRequest["values"];
    readonly file: FormFile;
    readonly timeoutMs: number;
  }): Promise<EgressReply> {
    const startedAt = clock.monotonic();
    const { url, values, file, timeoutMs } = request;
    const texts = Object.entries(values).map(
      ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
    );
    const form = buildForm(Object.fromEntries(texts), file);
    const reply = await egress.open({
      method: "POST",
      url,
      headers: {
        ...headers,
        "content-type": form.contentType,
        "content-length": String(form.length),
      },
      body: form.body,
      headTimeoutMs: timeoutMs,
      timeoutMs,
      maxReplyBytes,
    });
    const durationMs = (): number => Math.max(0, Math.round(clock.monotonic() - startedAt));
    if (reply.kind === "failed") {
      file.body.destroy();
      return { ...reply, status: null, durationMs: durationMs() };
    }
    return readReply(reply, durationMs);
  }

  return {
    send,
    call: async (token, method, values = {}, timeoutMs = callTimeoutMs) =>
      parseApiReply(await send(token, { method, values, timeoutMs })),
    async download(token, path, maxBytes) {
      const reply = await egress.open({
        method: "GET",
        url: `${apiUrl}/file/bot${token}/${path}`,
        headers: { "user-agent": headers["user-agent"] },
        headTimeoutMs: callTimeoutMs,
        timeoutMs: downloadTimeoutMs,
        maxReplyBytes: maxBytes,
      });
      if (reply.kind === "failed") return { failure: reply.message };
      if (reply.status === 200) return { body: reply.body };
      reply.body.destroy();
      return { failure: `The download was answered with status ${reply.status}.` };
    },
  };
}

type OpenedReply = Extract<Awaited<ReturnType<Egress["open"]>>, { readonly kind: "answered" }>;

/** Reads the response of an upload. One that ends early counts as a timeout. */
async function readReply(
  { status, headers, body }: OpenedReply,
  durationMs: () => number,
): Promise<EgressReply> {
  const bytes = await readAll(body);
  return bytes instanceof Error
    ? {
        kind: "failed",
        outcome: "timeout",
        message: bytes.message,
        status,
        headers,
        durationMs: durationMs(),
      }
    : { kind: "answered", status, headers, body: bytes, durationMs: durationMs() };
}

async function readAll(body: Readable): Promise<Buffer | Error> {
  const parts: Buffer[] = [];
  try {
    for await (const part of body as AsyncIterable<Buffer>) parts.push(part);
    return Buffer.concat(parts);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
