import type { Outcome } from "../../../core/entity.ts";
import type { Tx } from "./tx.ts";

/** An address that an integrator owns, as `store/queries/endpoint.ts` reads it. */
export interface EndpointRecord {
  readonly id: number;
  readonly kind: "channel" | "bot" | "webhook";
  /** null: a webhook, which has no name. */
  readonly name: string | null;
  /** Channel, bot or webhook. */
  readonly ownerId: number;
  /** Its owner is switched on in the settings. */
  readonly enabled: boolean;
  readonly url: string;
  readonly pausedAt: string | null;
  readonly offAt: string | null;
  readonly offReason: "gone" | "failing" | null;
  readonly pending: number;
  readonly oldestPendingAt: string | null;
  readonly waiting: number;
  readonly oldestWaitingAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: { readonly at: string; readonly outcome: Outcome; readonly status: number | null } | null;
  readonly failingSince: string | null;
  readonly secretHint: string;
  readonly secretCreatedAt: string | null;
  readonly previousSecretUntil: string | null;
}

/** Times are milliseconds since 1970. */
export interface EndpointStore {
  list(account: number, filter: { readonly kind?: EndpointRecord["kind"]; readonly now: number }): Promise<readonly EndpointRecord[]>;
  find(account: number, id: number, now: number): Promise<EndpointRecord | null>;
  findIn(tx: Tx, account: number, id: number, now: number): Promise<EndpointRecord | null>;
  /** False: there is no such endpoint. */
  pause(tx: Tx, account: number, id: number, now: number): Promise<boolean>;
  resume(tx: Tx, account: number, id: number): Promise<boolean>;
}
