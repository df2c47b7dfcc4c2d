import type { Delivery } from "../core/entity.ts";
import type { Clock } from "../core/command.ts";
import { cleanText } from "../core/text.ts";
import type { DeliveryJournal } from "../journal/index.ts";
import { settleModelUse } from "../store/model/budget.ts";
import type { ModelRecord, ModelServerRecord } from "../store/model/model.ts";
import type { ExchangeRecord, TokenUsage } from "./client.ts";
import type { ModelFault } from "./fault.ts";
import type { EmbedCall, TranslateCall, WriteCall } from "./types.ts";

export interface RecordDeps {
  readonly clock: Clock;
  readonly journal: DeliveryJournal;
}
/** A request that has ended. Filled in while it runs. */
export interface EndedRequest {
  readonly call: WriteCall | EmbedCall | TranslateCall;
  readonly record: ModelRecord;
  readonly server: ModelServerRecord;
  readonly model: string;
  readonly startedAt: number;
  /** null: nothing was reserved, so nothing was sent. */
  reservation: number | null;
  readonly attempts: ExchangeRecord[];
  use: TokenUsage;
  /** Characters that a translation server counts. */
  readonly characters: number;
  /** Number of values that the mask replaced. */
  masked: number;
  fault: ModelFault | null;
}

/** Writes the request to the delivery log, with its use in the budget. Returns its id there. */
export async function recordRequest(deps: RecordDeps, ended: EndedRequest): Promise<number> {
  const { clock, journal } = deps;
  const { call, reservation, fault, use, attempts } = ended;
  const { account, purpose } = call;
  const id = await journal.newDeliveryId();
  const now = clock.now();
  const cost = computeCost(ended);
  await journal.recordDelivery(
    {
      account,
      delivery: describeDelivery(ended, id, now),
      attempts: describeAttempts(ended, cost),
    },
    async (tx) => {
      if (reservation === null) return;
      const counted = {
        tokensSent: use.sent,
        tokensReceived: use.received,
        // A server that has begun to answer has read the text.
        characters: attempts.at(-1)?.status == null ? 0 : ended.characters,
        cost,
        failed: fault !== null,
      };
      await settleModelUse(tx, { account, purpose, id: reservation }, counted, now);
    },
  );
  return id;
}

function describeDelivery(
  { call, server, startedAt, attempts, fault }: EndedRequest,
  id: number,
  now: number,
): Delivery {
  return {
    id,
    endpoint: { id: server.endpointId, kind: "model", name: server.name },
    event: call.purpose,
    chat_id: call.chatId ?? null,
    seq: null,
    state: fault === null ? "delivered" : "failed",
    attempts: attempts.length,
    outcome: fault?.outcome ?? "delivered",
    error: fault && { code: fault.reason, message: cleanText(fault.message) },
    unconfirmed: false,
    next_at: null,
    created_at: new Date(startedAt).toISOString(),
    updated_at: new Date(now).toISOString(),
  };
}

const hideBody = <T extends { readonly body: string }>(exchange: T | null): T | null =>
  exchange && { ...exchange, body: "" };

/** The use is that of the last attempt. Earlier ones failed before an answer. */
const describeAttempts = (
  { call, attempts, model, use, masked, fault }: EndedRequest,
  cost: number,
) =>
  attempts.map((attempt, n) => {
    const isLast = n === attempts.length - 1;
    const failure = attempt.fault ?? (isLast ? fault : null);
    return {
      startedAt: attempt.startedAt,
      durationMs: attempt.durationMs,
      outcome: failure?.outcome ?? ("delivered" as const),
      status: attempt.status,
      errorCode: failure?.reason ?? null,
      errorMessage: failure && cleanText(failure.message),
      request: call.hidesTexts ? hideBody(attempt.request) : attempt.request,
      reply: call.hidesTexts ? hideBody(attempt.reply) : attempt.reply,
      usage: {
        model,
        tokens_sent: isLast ? use.sent : 0,
        tokens_received: isLast ? use.received : 0,
        cost: isLast ? cost : 0,
        masked,
        first_ms: attempt.firstMs,
      },
    };
  });

/** Returns the cost in millionths of the currency. Prices are hundredths per million tokens. */
export function computeCost({ call, record, use }: EndedRequest): number {
  const { sent, received, embedded } = record.model.prices;
  const hundredths =
    "texts" in call ? use.sent * embedded : use.sent * sent + use.received * received;
  return Math.round(hundredths / 100);
}
