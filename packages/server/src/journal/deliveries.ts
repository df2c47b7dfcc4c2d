import type { Delivery, DeliveryState, Outcome } from "../core/entity.ts";
import { Refusal, refuse } from "../core/failure.ts";
import type { AccountConfig, Clock } from "../core/ports.ts";
import { deliveryColumns, deliveryRow } from "../queue/rows.ts";
import type { AttemptReport, DeliveryRecord, DeliveryRow } from "../queue/rows.ts";
import { deliveryEntity, ownerOf } from "./delivery-entity.ts";
import type { FailedAttempt } from "./endpoint-down.ts";
import type { DeliveryChange } from "./job.ts";

export interface DeliveryDeps {
  readonly clock: Clock;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly change: (account: number, change: DeliveryChange) => Promise<boolean>;
  /** As the writer. */
  readonly query: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
  /** An attempt at an integrator's endpoint that failed was written: is that its end (WH-062), must somebody hear of it (CORE-112)? Never rejects. */
  readonly onFailing: (attempt: FailedAttempt) => Promise<void>;
}
export interface Deliveries {
  /**
   * Writes the result of an attempt under its fencing token and ends its claim: the lane is free, its token raised. False: the token is stale
   * and nothing was written. Without an attempt and still pending: the lane rests, and no entry is written.
   */
  report(result: AttemptReport): Promise<boolean>;
  /** "Send again" (CH-086, WH-072): a new series with the same ids at the end of its lane. Rejects with Refusal `not_found`, `not_deliverable`. */
  resend(account: number, deliveryId: number): Promise<Delivery>;
  /** How many deliveries `replay` would send again. */
  countEnded(ended: EndedDeliveries): Promise<number>;
  /** Sends again, oldest first, what failed or was given up in a period, at most `most` (WH-072); resolves with how many. Refusals as `resend`. */
  replay(ended: EndedDeliveries, most?: number): Promise<number>;
  /** Ends what is pending for an endpoint that is gone (CH-111) or off (WH-066); resolves with how many. Safe to run twice. */
  endPending(account: number, endpointId: number, as: { readonly state: DeliveryState; readonly outcome: Outcome }): Promise<number>;
}
/** Deliveries of an endpoint that ended without success, by the time of their event: `since` ≤ time < `until`, milliseconds since 1970. */
export interface EndedDeliveries {
  readonly account: number;
  readonly endpointId: number;
  readonly since: number;
  readonly until: number;
  /** Only these. */
  readonly ids?: readonly number[];
}

/** How long dead letters can be sent again (WH-066). */
export const deadLetterMs = 30 * 24 * 3_600_000;
/** Deliveries of one step of `replay` and `endPending`: many at once would keep the gateway from everything else. */
const step = 100;

export function openDeliveries(deps: DeliveryDeps): Deliveries {
  const addresses = new WeakMap<AccountConfig, Map<number, Named>>();
  /** Webhooks are named by their address, and a device may be signed out already. Every change of one makes other settings, so it is read once for each. */
  const addressOf = async (config: AccountConfig, endpointId: number): Promise<Named> => {
    let known = addresses.get(config);
    if (!known) addresses.set(config, (known = new Map()));
    const address = known.get(endpointId);
    if (address !== undefined) return address;
    const [row] = await deps.query<Named>("select kind, coalesce(name, url) as name from endpoint where account_id = $1 and id = $2", [
      config.accountId,
      endpointId,
    ]);
    const named = row ?? { kind: "channel", name: "" };
    known.set(endpointId, named);
    return named;
  };
  const submit = async (row: DeliveryRow, next: Next): Promise<Delivery | null> => {
    const config = await deps.config(row.account);
    const owner = ownerOf(config, row.endpointId);
    const named = owner?.name ? { kind: owner.kind, name: owner.name } : await addressOf(config, row.endpointId);
    const entity = deliveryEntity(row, next, named);
    const { orderKey: order, endpointId: endpoint, position, id, chatId } = row;
    const written = await deps.change(row.account, {
      endpoint,
      order,
      position,
      id,
      chatId,
      state0: row.state,
      tries0: row.tries,
      place0: row.lanePlace,
      ...next,
      channelId: owner?.channelId ?? null,
      body: JSON.stringify({ delivery: entity }),
    });
    return written ? entity : null;
  };
  /** One whose time has not come (`later`): the lane rests until then, or until something that is due earlier comes in. */
  const rest = async ({ account, endpointId, orderKey, id }: DeliveryRow, token: number, dueAt: number): Promise<boolean> => {
    const rows = await deps.query<{ written: boolean }>("select rest_lane($1, $2, $3, $4, $5, $6, $7) as written", [
      account,
      endpointId,
      orderKey,
      token,
      id,
      deps.clock.now(),
      dueAt,
    ]);
    return rows[0]?.written === true;
  };
  /** Its endpoint was deleted or switched off while the request was under way: the delivery has ended, but what was sent stands in the ledger (CH-088). */
  const keepAttempt = async ({ account, id, tries }: DeliveryRow, made: NonNullable<Next["attempt"]>): Promise<void> => {
    await deps.query(
      `with d as (update delivery set tries = tries + 1 where account_id = $1 and id = $2 and tries = $3 and state <> 'pending'
         and outcome in ('channel_deleted', 'endpoint_off') returning account_id, id, tries)
       insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome, status, error_code, error_message, request, reply)
       select d.account_id, d.id, d.tries, to_timestamp($4::float8 / 1000), $5, $6, $7, $8, $9, $10::json, $11::json from d`,
      [account, id, tries, made.started, made.ms, made.outcome, made.status, made.code, made.message, made.request, made.reply],
    );
  };
  const again = (row: DeliveryRow): Promise<Delivery | null> => {
    const now = deps.clock.now();
    return submit(row, { ...bare, mode: "again", state: "pending", tries: row.tries, next: now, now });
  };
  /** Throws Refusal `not_deliverable` when nothing may be sent there. */
  const mustBeOn = async (account: number, endpointId: number): Promise<void> => {
    const config = await deps.config(account);
    const owner = ownerOf(config, endpointId);
    const what = owner?.kind ?? (await addressOf(config, endpointId)).kind;
    if (what === "push") refuse("not_deliverable", "A notice is of use for two minutes only, so it is not sent again.");
    if (!owner && what === "mail") refuse("not_deliverable", "Mail is not set up any more, so nothing can be sent.");
    if (!owner || owner.deleted) refuse("not_deliverable", `The ${what} was deleted.`);
    if (!owner.enabled) refuse("not_deliverable", `The ${what} is off. Switch it on first.`);
  };

  return {
    async report(result) {
      const { delivery, attempt, next, token, account, endpointId } = result;
      if (attempt === null && next.state === "pending") return rest(delivery, token, next.dueAt ?? deps.clock.now());
      const changes = resultOf(result, deps.clock.now());
      const written = await submit(delivery, changes);
      if (written === null && changes.attempt !== null) await keepAttempt(delivery, changes.attempt);
      const kind = written?.endpoint.kind;
      const isEnd = next.state === "failed" || next.state === "dead";
      // A series may end some time after its last attempt (CH-084).
      const failed = attempt?.outcome ?? (isEnd ? delivery.outcome : null);
      if (failed !== null && failed !== "delivered" && (kind === "webhook" || kind === "channel" || kind === "bot")) {
        const status = attempt?.status ?? null;
        await deps.onFailing({ account, endpointId, isWebhook: kind === "webhook", outcome: failed, status, isEnd });
      }
      return written !== null;
    },
    async resend(account, deliveryId) {
      for (let n = 0; n < 3; n++) {
        const [record] = await deps.query<DeliveryRecord>(
          `select ${deliveryColumns} from delivery d where d.account_id = $1 and d.id = $2`,
          [account, deliveryId],
        );
        if (!record) refuse("not_found", "There is no such delivery.");
        const row = deliveryRow(record);
        if (row.state !== "failed" && row.state !== "dead")
          refuse("not_deliverable", "This delivery did not fail, so it is not sent again.");
        if (row.state === "dead" && row.updatedAt < deps.clock.now() - deadLetterMs)
          refuse("not_deliverable", "This delivery was given up more than 30 days ago; its content is no longer kept.");
        await mustBeOn(account, row.endpointId);
        const entity = await again(row);
        if (entity) return entity;
      }
      refuse("temporarily_unavailable", "This delivery changes too often. Try again.", { retryAfterMs: 100 });
    },
    async countEnded(ended) {
      const rows = await deps.query<{ n: number }>(`select count(*)::int as n from delivery d where ${endedWhere}`, whereOf(ended, deps));
      return rows[0]?.n ?? 0;
    },
    async replay(ended, most = Number.MAX_SAFE_INTEGER) {
      const { account, endpointId } = ended;
      await mustBeOn(account, endpointId);
      for (let sent = 0, after = 0; ;) {
        const records = await deps.query<DeliveryRecord>(
          `select ${deliveryColumns} from delivery d where ${endedWhere} and d.position > $7 order by d.position limit $8`,
          [...whereOf(ended, deps), after, Math.min(step, most - sent)],
        );
        after = records.at(-1)?.position ?? after;
        // One that changed meanwhile is somebody else's business.
        const results = await Promise.all(records.map((record) => again(deliveryRow(record))));
        sent += results.filter((result) => result !== null).length;
        if (records.length < step || sent >= most) return sent;
        // Somebody may have switched it off in between.
        await mustBeOn(account, endpointId).catch((error: unknown) => {
          if (!(error instanceof Refusal) || sent === 0) throw error;
          after = Number.MAX_SAFE_INTEGER;
        });
      }
    },
    async endPending(account, endpointId, { state, outcome }) {
      for (let ended = 0, idle = 0; ;) {
        const records = await deps.query<DeliveryRecord>(
          `select ${deliveryColumns} from delivery d where d.account_id = $1 and d.endpoint_id = $2 and d.state = 'pending' order by d.order_key, d.lane_place limit ${step}`,
          [account, endpointId],
        );
        if (records.length === 0) return ended;
        const now = deps.clock.now();
        const results = await Promise.all(
          records.map((record) => {
            const { attempts, tries, anchorAt: anchor, unconfirmed } = deliveryRow(record);
            const message = outcome === "channel_deleted" ? "The channel was deleted." : "The address was switched off.";
            return submit(deliveryRow(record), {
              ...bare,
              mode: "end",
              state,
              attempts,
              tries,
              anchor,
              outcome,
              code: outcome,
              message,
              unconfirmed,
              now,
            });
          }),
        );
        const written = results.filter((result) => result !== null).length;
        ended += written;
        idle = written === 0 ? idle + 1 : 0;
        if (idle >= 5)
          refuse("temporarily_unavailable", "Deliveries of this endpoint change too often. Try again.", { retryAfterMs: 1_000 });
      }
    },
  };
}

type Named = Pick<Delivery["endpoint"], "kind" | "name">;
type Next = Pick<
  DeliveryChange,
  | "token"
  | "mode"
  | "state"
  | "attempts"
  | "tries"
  | "anchor"
  | "outcome"
  | "code"
  | "message"
  | "unconfirmed"
  | "next"
  | "to"
  | "now"
  | "attempt"
>;
/** A change without an attempt, before anything was tried. */
const bare = {
  token: null,
  attempts: 0,
  anchor: null,
  outcome: null,
  code: null,
  message: null,
  unconfirmed: false,
  next: null,
  to: null,
  attempt: null,
};

function resultOf({ delivery, attempt, next, error, unconfirmed, token }: AttemptReport, now: number): Next {
  const ended = attempt ? 1 : 0;
  return {
    token,
    mode: "result",
    state: next.state,
    attempts: delivery.attempts + ended,
    tries: delivery.tries + ended,
    anchor: next.anchorAt,
    outcome: attempt?.outcome ?? delivery.outcome,
    code: error?.code ?? null,
    message: error?.message ?? null,
    unconfirmed,
    next: next.state === "pending" ? (next.dueAt ?? now) : null,
    to: next.alone && delivery.orderKey !== -delivery.id ? -delivery.id : null,
    now,
    attempt: attempt && {
      started: attempt.startedAt,
      ms: Math.round(attempt.durationMs),
      outcome: attempt.outcome,
      status: attempt.status,
      code: attempt.errorCode,
      message: attempt.errorMessage,
      request: attempt.request === null ? null : JSON.stringify(attempt.request),
      reply: attempt.reply === null ? null : JSON.stringify(attempt.reply),
    },
  };
}

const endedWhere = `d.account_id = $1 and d.endpoint_id = $2 and d.state in ('failed', 'dead') and d.created_at >= $3 and d.created_at < $4
  and (d.state = 'failed' or d.updated_at >= $5) and ($6::bigint[] is null or d.id = any($6))`;
function whereOf({ account, endpointId, since, until, ids }: EndedDeliveries, { clock }: Pick<DeliveryDeps, "clock">): readonly unknown[] {
  return [account, endpointId, new Date(since), new Date(until), new Date(clock.now() - deadLetterMs), ids ?? null];
}
