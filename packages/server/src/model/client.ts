import { Readable } from "node:stream";
import type OpenAI from "openai";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Clock } from "../core/command.ts";
import type { Outcome } from "../core/entity.ts";
import type { RequestSender } from "../egress/index.ts";
import { ModelFault } from "./fault.ts";
import type { ModelMessage, ModelTool } from "./types.ts";

export interface ModelServer {
  readonly url: string;
  /** null: requests have no key. */
  readonly key: string | null;
}
export interface ClientDeps {
  readonly egress: RequestSender;
  readonly clock: Clock;
}
/** A server with a function like `fetch` that passes the egress guard. */
export interface ModelConnection extends ModelServer {
  readonly request: typeof fetch;
}
/** When a request must end, and how much of its response is read. */
export interface RequestLimits {
  /** In ms since 1970. */
  readonly deadlineAt: number;
  readonly maxReplyBytes: number;
  /** Maximum number of bytes of the response in the delivery log. Default: 256 KiB. */
  readonly maxLoggedBytes?: number | undefined;
  readonly isStreamed: boolean;
  readonly signal: AbortSignal | undefined;
}
/** What the delivery log stores of one request. */
export interface ExchangeRecord {
  readonly startedAt: number;
  durationMs: number;
  /** Time until the first byte of the response. */
  firstMs: number | null;
  status: number | null;
  request: { url: string; headers: Record<string, string>; body: string } | null;
  reply: { headers: Record<string, string>; body: string } | null;
  fault: ModelFault | null;
}
export interface TokenUsage {
  readonly sent: number;
  readonly received: number;
}
/** An answer as the model gave it. `finish`: null if the answer has no end. */
export interface RawAnswer {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly json: string }[];
  readonly finish: string | null;
  readonly usage: TokenUsage | null;
}
export interface ChatCall {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly schema: object | undefined;
  readonly tools: readonly ModelTool[] | undefined;
  /** Absent: the answer is not streamed. */
  readonly onText: ((text: string) => void) | undefined;
}
/** Longest answer in characters. The rest is not read. */
const maxAnswerLength = 20_000;
const defaultLoggedBytes = 256 * 1024;

/**
 * Opens a connection for one request, which passes the egress guard. Returns what was exchanged,
 * also if it failed.
 */
export async function sendModelRequest<R>(
  { egress, clock }: ClientDeps,
  server: ModelServer,
  limits: RequestLimits,
  run: (connection: ModelConnection) => Promise<R>,
): Promise<{ readonly record: ExchangeRecord; readonly result: R | null }> {
  const record: ExchangeRecord = {
    startedAt: clock.now(),
    durationMs: 0,
    firstMs: null,
    status: null,
    request: null,
    reply: null,
    fault: null,
  };
  const started = clock.monotonic();
  const measure = (): number => Math.max(0, Math.round(clock.monotonic() - started));
  let result: R | null = null;
  try {
    result = await run({
      ...server,
      request: (url, init) =>
        fetchByEgress(egress, clock, {
          url: new Request(url).url,
          init,
          key: server.key,
          limits,
          record,
          measure,
        }),
    });
  } catch (error) {
    record.fault ??= toFault(error, record, clock.now() >= limits.deadlineAt);
  }
  record.durationMs = measure();
  return { record, result: record.fault === null ? result : null };
}

/** Loads the client library at the first use. */
async function createClient({ url, key, request }: ModelConnection): Promise<OpenAI> {
  const library = await import("openai");
  return new library.default({
    baseURL: url,
    // The library needs one, but sends no header without it.
    apiKey: key ?? "none",
    defaultHeaders: key === null ? { authorization: null } : {},
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: "off",
    fetch: request,
  });
}

interface EgressFetch {
  readonly url: string;
  readonly init: RequestInit | undefined;
  /** Some interfaces have the key in the body. */
  readonly key: string | null;
  readonly limits: RequestLimits;
  readonly record: ExchangeRecord;
  readonly measure: () => number;
}

/** Does what `fetch` does, through the egress guard. Headers about this machine are not sent. */
async function fetchByEgress(
  egress: RequestSender,
  clock: Clock,
  { url, init, key, limits, record, measure }: EgressFetch,
): Promise<Response> {
  const given = new Headers(init?.headers);
  const body = Buffer.from(typeof init?.body === "string" ? init.body : "");
  const headers = omitAbsent({
    accept: given.get("accept") ?? undefined,
    authorization: given.get("authorization") ?? undefined,
    "content-type": "application/json",
    "user-agent": "Parlour",
  }) as Record<string, string>;
  record.request = {
    url,
    headers: "authorization" in headers ? { ...headers, authorization: "•••" } : headers,
    body: hideKey(body.toString(), key),
  };
  const timeoutMs = Math.max(1, limits.deadlineAt - clock.now());
  const reply = await egress.open({
    method: "POST",
    url,
    headers: { ...headers, "content-length": String(body.length) },
    body: Readable.from([body]),
    headTimeoutMs: timeoutMs,
    timeoutMs,
    maxReplyBytes: limits.maxReplyBytes,
    signal: limits.signal,
  });
  if (reply.kind === "failed") {
    record.fault = toEgressFault(reply.outcome, reply.message);
    throw record.fault;
  }
  const { status } = reply;
  record.status = status;
  record.firstMs = measure();
  const logged = { headers: { ...reply.headers }, body: "" };
  record.reply = logged;
  const type = reply.headers["content-type"] ?? "";
  if (
    status < 300 &&
    !type.startsWith(limits.isStreamed ? "text/event-stream" : "application/json")
  )
    record.fault = new ModelFault("wrong_form", `The answer has the type ${type || "of nothing"}.`);
  return new Response(
    Readable.toWeb(
      Readable.from(readBody(reply.body, logged, limits.maxLoggedBytes ?? defaultLoggedBytes)),
    ) as ReadableStream,
    {
      status: status < 200 ? 502 : status,
      headers: { "content-type": type },
    },
  );
}

/** The delivery log has no key. */
const hideKey = (body: string, key: string | null): string =>
  key === null ? body : body.replaceAll(JSON.stringify(key), '"•••"');

async function* readBody(
  stream: Readable,
  logged: { body: string },
  maxLoggedBytes: number,
): AsyncGenerator<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      if (size < maxLoggedBytes) parts.push(part.subarray(0, maxLoggedBytes - size));
      size += part.length;
      yield part;
    }
  } finally {
    logged.body = Buffer.concat(parts).toString();
  }
}

/** Asks the chat model. Throws ModelFault for an answer that the interface does not allow. */
export async function askChatModel(
  connection: ModelConnection,
  call: ChatCall,
  signal: AbortSignal | undefined,
): Promise<RawAnswer> {
  const client = await createClient(connection);
  const body = {
    model: call.model,
    messages: [...call.messages],
    ...omitAbsent({
      response_format: call.schema && {
        type: "json_schema" as const,
        json_schema: { name: "answer", schema: call.schema as Record<string, unknown> },
      },
      tools: call.tools?.map(({ name, description, parameters }) => ({
        type: "function" as const,
        function: { name, description, parameters: parameters as Record<string, unknown> },
      })),
    }),
  };
  return call.onText === undefined
    ? readWholeAnswer(await client.chat.completions.create(body, { signal }))
    : readStream(
        await client.chat.completions.create(
          { ...body, stream: true, stream_options: { include_usage: true } },
          { signal },
        ),
        call.onText,
      );
}

function readWholeAnswer({ choices, usage }: Partial<OpenAI.ChatCompletion>): RawAnswer {
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  if (typeof choice?.message !== "object" || choice.message === null)
    throw new ModelFault("wrong_form", "The answer has no message.");
  const { content, refusal, tool_calls = [] } = choice.message;
  if (refusal) throw new ModelFault("refused", "The model refused to answer.");
  return {
    text: limitText(toText(content)),
    calls: (Array.isArray(tool_calls) ? tool_calls : []).flatMap((call) =>
      "function" in call
        ? [{ name: toText(call.function.name), json: toText(call.function.arguments) }]
        : [],
    ),
    finish: choice.finish_reason ?? null,
    usage: toUsage(usage),
  };
}

async function readStream(
  chunks: AsyncIterable<Partial<OpenAI.ChatCompletionChunk>>,
  onText: (text: string) => void,
): Promise<RawAnswer> {
  let text = "";
  let finish: string | null = null;
  let usage: TokenUsage | null = null;
  const calls: { name: string; json: string }[] = [];
  for await (const chunk of chunks) {
    usage = toUsage(chunk.usage) ?? usage;
    const choice = chunk.choices?.[0];
    if (choice === undefined) continue;
    const added = toText(choice.delta?.content);
    text = limitText(text + added);
    if (added !== "") onText(added);
    for (const part of choice.delta?.tool_calls ?? []) {
      const call = (calls[part.index] ??= { name: "", json: "" });
      call.name += toText(part.function?.name);
      call.json = limitText(call.json + toText(part.function?.arguments));
    }
    finish = choice.finish_reason ?? finish;
  }
  return { text, calls: calls.filter(Boolean), finish, usage };
}

/** Asks the embedding model. Returns a vector for each text. Throws ModelFault. */
export async function askEmbeddingModel(
  connection: ModelConnection,
  { model, texts }: { readonly model: string; readonly texts: readonly string[] },
  signal: AbortSignal | undefined,
): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly sent: number | null }> {
  const client = await createClient(connection);
  const { data, usage }: Partial<OpenAI.CreateEmbeddingResponse> = await client.embeddings.create(
    { model, input: [...texts], encoding_format: "float" },
    { signal },
  );
  const vectors = Array.isArray(data)
    ? data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
    : [];
  const length = vectors[0]?.length ?? 0;
  const isVector = (vector: unknown): boolean =>
    Array.isArray(vector) && vector.length === length && vector.every(Number.isFinite);
  if (vectors.length !== texts.length || length === 0 || !vectors.every(isVector))
    throw new ModelFault("wrong_form", "The answer has no vector of equal length for each text.");
  return { vectors, sent: toUsage(usage)?.sent ?? null };
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") throw new ModelFault("wrong_form", "The answer is no text.");
  return value;
}
export function limitText(text: string): string {
  if (text.length > maxAnswerLength)
    throw new ModelFault("too_long", `The answer is longer than ${maxAnswerLength} characters.`);
  return text;
}
/** Servers may omit the counts, or send others than numbers. */
function toUsage(usage: unknown): TokenUsage | null {
  const { prompt_tokens, completion_tokens = 0 } = (usage ?? {}) as Record<string, unknown>;
  const isCount = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e9;
  return isCount(prompt_tokens) && isCount(completion_tokens)
    ? { sent: prompt_tokens, received: completion_tokens }
    : null;
}

/** Converts what the library threw. The record knows the status, and the errors of `egress`. */
function toFault(error: unknown, { status, reply }: ExchangeRecord, isLate: boolean): ModelFault {
  if (error instanceof ModelFault) return error;
  if (status !== null && status >= 300) return toStatusFault(status, reply?.headers ?? {}, error);
  const outcome = findOutcome(error);
  if (outcome !== null) return toEgressFault(outcome, (error as Error).message);
  if (isLate) return toEgressFault("timeout", "The model did not answer in time.");
  if (error instanceof SyntaxError || error instanceof TypeError)
    return new ModelFault("wrong_form", "The answer is not in the form of the interface.");
  return new ModelFault("cut", "The connection ended before the answer was complete.");
}
/** Errors of `egress` have an outcome. The library can wrap them. */
function findOutcome(error: unknown): Outcome | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if ("outcome" in inner) return inner.outcome as Outcome;
  return null;
}
function toEgressFault(outcome: Outcome, message: string): ModelFault {
  const reason =
    outcome === "timeout"
      ? "timeout"
      : outcome === "reply_too_large"
        ? "too_long"
        : outcome === "interrupted"
          ? "cancelled"
          : "unreachable";
  return new ModelFault(reason, message, { outcome });
}
function toStatusFault(
  status: number,
  headers: Readonly<Record<string, string>>,
  error: unknown,
): ModelFault {
  const reason = status === 429 ? "rate_limited" : status >= 500 ? "unreachable" : "refused";
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  const text = error instanceof Error ? error.message.slice(0, 300) : "";
  return new ModelFault(reason, `The server answered ${status}. ${text}`.trim(), {
    outcome: "http_error",
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null,
  });
}
