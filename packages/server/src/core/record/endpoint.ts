import type { Outcome } from "../entity.ts";

/** The last attempt that failed; `status` null: no answer came. */
export interface LastFailure {
  readonly at: string;
  readonly outcome: Outcome;
  readonly status: number | null;
}
/** Address of a bot's or webhook's endpoint, the age of its secret and what happened at it last. */
export interface EndpointUse {
  readonly endpointId: number;
  readonly url: string;
  readonly secretHint: string;
  readonly secretCreatedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
}
/** An address that an integrator owns, with its owner, its health and what waits for it (API-051). */
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
  /** When the next repeat of a failed attempt is due. */
  readonly nextAttemptAt: string | null;
  readonly waiting: number;
  readonly oldestWaitingAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
  readonly failingSince: string | null;
  /** Results of the newest 25 attempts at most (API-173). */
  readonly recent: { readonly attempts: number; readonly failed: number };
  readonly secretHint: string;
  readonly secretCreatedAt: string | null;
  readonly previousSecretUntil: string | null;
}
