import type { Delivery } from "../core/entity.ts";
import { refuse } from "../core/failure.ts";
import type { AccountConfig, Clock } from "../core/ports.ts";
import { deliveryColumns, deliveryRow } from "../queue/rows.ts";
import type { AttemptReport, DeliveryRecord, DeliveryRow } from "../queue/rows.ts";
import type { DeliveryChange } from "./job.ts";

export interface DeliveryDeps {
  readonly clock: Clock;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly change: (account: number, change: DeliveryChange) => Promise<boolean>;
  /** As the writer. */
  readonly query: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
}
export interface Deliveries {
  /**
   * Writes the result of an attempt under its fencing token and ends its claim: the lane is free, its token raised. False: the token is stale
   * and nothing was written. Without an attempt and still pending: the lane rests, and no entry is written.
   */
  report(result: AttemptReport): Promise<boolean>;
  /** "Send again" (CH-086): a new series with the same ids at the end of its lane. Rejects with Refusal `not_found`, `not_deliverable`. */
  resend(account: number, deliveryId: number): Promise<Delivery>;
  /** Ends what is pending for an endpoint that is gone (CH-111); resolves with how many. Safe to run twice. */
  failPending(account: number, endpointId: number): Promise<number>;
}

export function openDeliveries(deps: DeliveryDeps): Deliveries {
  const submit = async (row: DeliveryRow, next: Next): Promise<Delivery | null> => {
    const config = await deps.config(row.account);
    const entity = entityOf(row, next, config);
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
      channelId: channelOf(config, endpoint)?.id ?? null,
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
  return {
    async report({ delivery, attempt, next, error, unconfirmed, token }) {
      if (attempt === null && next.state === "pending") return rest(delivery, token, next.dueAt ?? deps.clock.now());
      const ended = attempt ? 1 : 0;
      const written = await submit(delivery, {
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
        next: next.state === "pending" ? (next.dueAt ?? deps.clock.now()) : null,
        to: next.alone && delivery.orderKey !== -delivery.id ? -delivery.id : null,
        now: deps.clock.now(),
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
      });
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
        const channel = channelOf(await deps.config(account), row.endpointId);
        if (!channel || channel.deleted) refuse("not_deliverable", "The channel was deleted.");
        if (!channel.enabled) refuse("not_deliverable", "The channel is off. Switch it on first.");
        const now = deps.clock.now();
        const again = await submit(row, {
          token: null,
          mode: "again",
          state: "pending",
          attempts: 0,
          tries: row.tries,
          anchor: null,
          outcome: null,
          code: null,
          message: null,
          unconfirmed: false,
          next: now,
          to: null,
          now,
          attempt: null,
        });
        if (again) return again;
      }
      refuse("temporarily_unavailable", "This delivery changes too often. Try again.", { retryAfterMs: 100 });
    },
    async failPending(account, endpointId) {
      for (let ended = 0, idle = 0; ;) {
        const records = await deps.query<DeliveryRecord>(
          `select ${deliveryColumns} from delivery d where d.account_id = $1 and d.endpoint_id = $2 and d.state = 'pending' order by d.order_key, d.lane_place limit 200`,
          [account, endpointId],
        );
        if (records.length === 0) return ended;
        const now = deps.clock.now();
        const results = await Promise.all(
          records.map((record) =>
            submit(deliveryRow(record), {
              token: null,
              mode: "end",
              state: "failed",
              attempts: record.attempts,
              tries: record.tries,
              anchor: deliveryRow(record).anchorAt,
              outcome: "channel_deleted",
              code: "channel_deleted",
              message: "The channel was deleted.",
              unconfirmed: record.unconfirmed,
              next: null,
              to: null,
              now,
              attempt: null,
            }),
          ),
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

function channelOf(
  config: AccountConfig,
  endpointId: number,
): { id: number; name: string; enabled: boolean; deleted: boolean } | undefined {
  for (const channel of config.channels.values()) if (channel.endpointId === endpointId) return channel;
  return undefined;
}

/** The delivery as it will be (API-050). */
function entityOf(row: DeliveryRow, next: Next, config: AccountConfig): Delivery {
  return {
    id: row.id,
    endpoint: { id: row.endpointId, kind: "channel", name: channelOf(config, row.endpointId)?.name ?? "" },
    event: row.event,
    chat_id: row.chatId,
    seq: row.seq,
    state: next.state as Delivery["state"],
    attempts: next.attempts,
    outcome: next.outcome as Delivery["outcome"],
    error: next.code === null ? null : { code: next.code, message: next.message ?? "" },
    unconfirmed: next.unconfirmed,
    next_at: next.next === null ? null : timeText(next.next),
    created_at: timeText(row.createdAt),
    updated_at: timeText(next.now),
  };
}
function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
