import type { Delivery } from "../core/entity.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { AttemptReport, DeliveryRow } from "../queue/rows.ts";
import { deliveryEntity, ownerOf } from "./delivery-entity.ts";
import type { DeliveryChange } from "./job.ts";

export interface ChangeDeps {
  readonly clock: Clock;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly change: (account: number, change: DeliveryChange) => Promise<boolean>;
  /** Runs a query with the writer role. */
  readonly query: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
}
/** Maximum number of deliveries changed in one step. Larger steps would block the gateway. */
export const step = 100;

/** The only writer of delivery state. */
export interface Changing extends ChangeDeps {
  readonly addressOf: (config: AccountConfig, endpointId: number) => Promise<Named>;
  /**
   * Writes changes of one endpoint's deliveries and their entries, in row order. A null result
   * means that the row has changed and nothing was written. The order matters. Resent deliveries
   * join their lane in this order. The head of a lane must end first: ending a later delivery takes
   * the token from the head's running request. Such a late attempt is recorded only if the head has
   * ended (CH-088).
   */
  readonly submit: (rows: readonly DeliveryRow[], nextOf: (row: DeliveryRow) => Next) => Promise<readonly (Delivery | null)[]>;
}
/** Kind and name of an endpoint, as delivery entries show it. */
export type Named = Pick<Delivery["endpoint"], "kind" | "name">;
/** The new values of a delivery and the attempt to record. */
export type Next = Pick<
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
/** Defaults of a change that has no attempt. */
export const bare = {
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

/** Creates the writer of delivery state. */
export function openChanging(deps: ChangeDeps): Changing {
  const addresses = new WeakMap<AccountConfig, Map<number, Named>>();
  /**
   * Webhooks are labelled by their URL, and a push device may be signed out already. Every endpoint
   * change creates a new config object, so one read per config is enough.
   */
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
  const submit: Changing["submit"] = async (rows, nextOf) => {
    const [first] = rows;
    if (!first) return [];
    const config = await deps.config(first.account);
    const owner = ownerOf(config, first.endpointId);
    const named = owner?.name ? { kind: owner.kind, name: owner.name } : await addressOf(config, first.endpointId);
    // No await from here to the gateway's queue, which keeps this order.
    return Promise.all(
      rows.map(async (row) => {
        const next = nextOf(row);
        const { orderKey: order, endpointId: endpoint, position, id, chatId } = row;
        const entity = deliveryEntity(row, next, named);
        const isWritten = await deps.change(row.account, {
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
        return isWritten ? entity : null;
      }),
    );
  };
  return { ...deps, addressOf, submit };
}

/** Converts an attempt report to the transition of its delivery. */
export function resultOf({ delivery, attempt, next, outcome, error, unconfirmed, token }: AttemptReport, now: number): Next {
  const ended = attempt ? 1 : 0;
  return {
    token,
    mode: "result",
    state: next.state,
    attempts: delivery.attempts + ended,
    tries: delivery.tries + ended,
    anchor: next.anchorAt,
    outcome: attempt?.outcome ?? outcome ?? delivery.outcome,
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
