import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Clock } from "../core/command.ts";
import type { Egress } from "../egress/index.ts";
import type { Secrets } from "../store/database/seal.ts";
import type { Db } from "../store/database/sql.ts";
import type { Reader } from "../store/database/reader.ts";
import { reserveModelUse, type ModelLimit } from "../store/model/budget.ts";
import { findModel, type ModelRecord, type ModelServerRecord } from "../store/model/model.ts";
import {
  sendModelRequest,
  type ExchangeRecord,
  type ModelConnection,
  type TokenUsage,
} from "./client.ts";
import { ModelFault } from "./fault.ts";
import { createMask, noMask, type Mask } from "./mask.ts";
import {
  computeCost,
  recordRequest,
  type EndedRequest,
  type RecordDeps,
} from "./record-request.ts";
import type { RequestQueue } from "./request-queue.ts";
import type { EmbedCall, Embedded, ModelFailure, TranslateCall, WriteCall } from "./types.ts";

export interface RequestDeps extends RecordDeps {
  readonly db: Db;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly queue: RequestQueue;
}
/** What differs between answers, vectors and translations. `Raw`: as the server gave it. */
interface RequestKind<Raw, Result> {
  readonly kind: "chat" | "embedding" | "translation";
  readonly texts: readonly string[];
  readonly names: readonly string[];
  readonly maxReplyBytes: number;
  /** Absent: as other answers. */
  readonly maxLoggedBytes?: number;
  readonly isStreamed: boolean;
  readonly run: (
    connection: ModelConnection,
    sending: { model: string; mask: Mask },
  ) => Promise<Raw>;
  /** Whether a failed request can be repeated, because nothing of it was shown. */
  readonly canRepeat: () => boolean;
  readonly count: (raw: Raw, sentLength: number) => TokenUsage;
  /** Checks the answer and restores its values. Throws ModelFault. */
  readonly read: (raw: Raw, mask: Mask) => Result;
}
type Sent<Result> =
  | (Omit<Embedded, "vectors"> & { readonly firstMs: number; readonly result: Result })
  | ModelFailure;

/** Characters and texts of one request. Above them nothing is sent. */
const maxRequestLength = 400_000;
const maxTexts = 256;
/** Tokens that a request reserves for its answer. */
const expectedAnswerTokens = 1_000;
/** Time after which the reservation of a node that ended counts as used. */
const reservationMarginMs = 60_000;
/** Pause before the repeat of a request, if the server does not say one. */
const repeatPauseMs = 300;

/** Masks, counts, sends and logs a request. No other code does. */
export async function sendRequest<Raw, Result>(
  deps: RequestDeps,
  call: WriteCall | EmbedCall | TranslateCall,
  request: RequestKind<Raw, Result>,
): Promise<Sent<Result>> {
  const { clock } = deps;
  const startedAt = clock.now();
  const record = await findModel(deps.reader, call.account);
  const { server, model } = findServer(record, request.kind);
  if (server === null || model === null) {
    const message = missingTexts[request.kind];
    return { kind: "failed", reason: "not_set_up", message, ms: 0, requestId: null };
  }
  const length = request.texts.reduce((sum, text) => sum + text.length, 0);
  const ended: EndedRequest = {
    call,
    record,
    server,
    model,
    startedAt,
    reservation: null,
    attempts: [],
    use: { sent: 0, received: 0 },
    characters: request.kind === "translation" ? length : 0,
    masked: 0,
    fault: null,
  };
  let result: Result | null = null;
  try {
    if (length > maxRequestLength || request.texts.length > maxTexts)
      throw new ModelFault("too_long", "The request is too long for one request.");
    const mask = await chooseMask(deps, record.model.mask, server, request);
    ended.reservation = await reserveInTurn(deps, ended, length, request.kind);
    const raw = await sendAttempts(deps, ended, request, { mask, length });
    ended.use = request.count(raw, length);
    result = request.read(raw, mask);
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    ended.fault = error;
  }
  const requestId = await recordRequest(deps, ended);
  deps.queue.wake(call.account);
  const ms = clock.now() - startedAt;
  if (ended.fault !== null || result === null) {
    const { reason = "wrong_form" as const, message = "", retryAfterMs } = ended.fault ?? {};
    return { kind: "failed", reason, message, ms, requestId, ...omitAbsent({ retryAfterMs }) };
  }
  const firstMs = ended.attempts.at(-1)?.firstMs ?? ms;
  return {
    kind: "answered",
    tokens: ended.use,
    cost: computeCost(ended),
    ms,
    firstMs,
    requestId,
    result,
  };
}

/** Returns the server of a request, and the name of its model for the delivery log. */
function findServer(
  { server, translator, model }: ModelRecord,
  kind: RequestKind<never, never>["kind"],
): { readonly server: ModelServerRecord | null; readonly model: string | null } {
  if (kind === "translation")
    return { server: translator, model: translator && new URL(translator.url).host };
  return { server, model: kind === "chat" ? model.chat_model : model.embedding_model };
}
const missingTexts: Readonly<Record<RequestKind<never, never>["kind"], string>> = {
  chat: "The account has no chat model.",
  embedding: "The account has no embedding model.",
  translation: "The account has no translation server.",
};

/** `auto` masks what leaves the own network (MODEL-010). */
async function chooseMask(
  { egress }: RequestDeps,
  mask: ModelRecord["model"]["mask"],
  server: ModelServerRecord,
  { texts, names }: { readonly texts: readonly string[]; readonly names: readonly string[] },
): Promise<Mask> {
  const isOn =
    mask.mode === "on" || (mask.mode === "auto" && !(await egress.isOwnNetwork(server.url)));
  return isOn ? createMask(mask, names, texts) : noMask;
}

/** Part of the tokens of a day that replays and background work may use (MODEL-042). */
const backgroundShare = 0.8;

/**
 * Reserves the estimated tokens. Throws ModelFault above a limit. The requests of agents wait for a
 * free one of `parallel_requests` within their time (MODEL-089): people must not take over because
 * many visitors ask at once.
 */
async function reserveInTurn(
  deps: RequestDeps,
  ended: EndedRequest,
  length: number,
  kind: RequestKind<never, never>["kind"],
): Promise<number> {
  const { call, record, startedAt } = ended;
  const { account, signal } = call;
  const tryOnce = () => reserve(deps, ended, length, kind);
  const tryStart = async () => {
    const reserved = await tryOnce();
    return "limit" in reserved && reserved.limit === "parallel_requests" ? null : reserved;
  };
  const endAt = startedAt + record.model.timeout_s * 1000;
  const reserved =
    call.purpose === "agent"
      ? await deps.queue.run(account, { endAt, signal }, tryStart)
      : await tryOnce();
  if (reserved !== null && "id" in reserved) return reserved.id;
  throw new ModelFault("over_budget", limitTexts[reserved?.limit ?? "parallel_requests"]);
}

/** Reserves the estimated tokens. Returns the limit that forbids it. */
async function reserve(
  { db, clock }: RequestDeps,
  { call, record, server, startedAt, characters }: EndedRequest,
  length: number,
  kind: RequestKind<never, never>["kind"],
): ReturnType<typeof reserveModelUse> {
  const isReplay = call.purpose === "replay";
  const isBackground = call.isBackground === true;
  const { budget } = record.model;
  const perDay = budget.tokens_per_day;
  const isWhole = perDay === null || (!isReplay && !isBackground);
  return reserveModelUse(
    db,
    {
      account: call.account,
      endpointId: server.endpointId,
      purpose: call.purpose,
      // A replay may answer the same chat again and again.
      chatId: isReplay ? null : (call.chatId ?? null),
      tokens:
        kind === "translation"
          ? 0
          : Math.ceil(length / 4) + (kind === "chat" ? expectedAnswerTokens : 0),
      characters,
      now: clock.now(),
      expiresAt: startedAt + record.model.timeout_s * 1000 + reservationMarginMs,
    },
    {
      ...budget,
      tokens_per_day: isWhole ? perDay : Math.floor(perDay * backgroundShare),
      parallel_requests: Math.max(1, budget.parallel_requests - (isBackground ? 1 : 0)),
    },
  );
}
const limitTexts: Readonly<Record<ModelLimit, string>> = {
  tokens_per_day: "The tokens of the account for this day are used.",
  tokens_per_chat: "The tokens of this chat are used.",
  characters_per_day: "The characters that may be translated on this day are used.",
  parallel_requests: "Too many requests run at the same time.",
};

/** Sends the request, and once more if the failure may pass within the time (MODEL-032). */
async function sendAttempts<Raw, Result>(
  { egress, clock, secrets }: RequestDeps,
  ended: EndedRequest,
  request: RequestKind<Raw, Result>,
  { mask, length }: { readonly mask: Mask; readonly length: number },
): Promise<Raw> {
  const { server, model, startedAt, record, call } = ended;
  const deadlineAt = startedAt + record.model.timeout_s * 1000;
  const { maxReplyBytes, maxLoggedBytes, isStreamed } = request;
  const key = server.sealedKey && secrets.open(server.sealedKey);
  for (;;) {
    const sent = await sendModelRequest(
      { egress, clock },
      { url: server.url, key },
      { deadlineAt, maxReplyBytes, maxLoggedBytes, isStreamed, signal: call.signal },
      (connection) => request.run(connection, { model, mask }),
    );
    const exchange = sent.record;
    if (record.model.log_values) restoreBodies(exchange, mask);
    ended.attempts.push(exchange);
    ended.masked = mask.count();
    if (sent.result !== null) return sent.result;
    const fault = exchange.fault ?? new ModelFault("wrong_form", "The answer has no content.");
    // A server that has begun to answer has read the request.
    if (exchange.status !== null && exchange.status < 300 && ended.characters === 0)
      ended.use = { sent: Math.ceil(length / 4), received: 0 };
    const pauseMs = getRepeatPause(fault, deadlineAt - clock.now());
    if (pauseMs === null || ended.attempts.length > 1 || !request.canRepeat()) throw fault;
    await pause(clock, pauseMs);
  }
}

/** Puts the values back into what the delivery log stores (MODEL-043). */
function restoreBodies({ request, reply }: ExchangeRecord, mask: Mask): void {
  for (const side of [request, reply]) if (side !== null) side.body = mask.restoreSource(side.body);
}

/** Returns the pause before the repeat, or null if it could not help within the time left. */
function getRepeatPause(
  { reason, outcome, retryAfterMs }: ModelFault,
  leftMs: number,
): number | null {
  const mayPass =
    reason === "rate_limited" ||
    (reason === "unreachable" && (outcome === "http_error" || outcome === "connect_failed"));
  const pauseMs = retryAfterMs ?? repeatPauseMs;
  return mayPass && pauseMs <= leftMs / 2 ? pauseMs : null;
}
const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.scheduleAt(clock.now() + ms, resolve));
