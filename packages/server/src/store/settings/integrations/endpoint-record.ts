import type { Outcome } from "../../../core/entity.ts";

/** The last failed attempt; `status` null: no response. */
export interface LastFailure {
  readonly at: string;
  readonly outcome: Outcome;
  readonly status: number | null;
}
/** Address of a bot's or webhook's endpoint, its secret's age and its latest results. */
export interface EndpointSummary {
  readonly endpointId: number;
  readonly url: string;
  readonly secretHint: string;
  readonly secretCreatedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
}
/** An integrator's address with its owner, health and pending deliveries (API-051). */
export interface EndpointRecord {
  readonly id: number;
  readonly kind: "channel" | "bot" | "webhook";
  /** null for a webhook without name. */
  readonly name: string | null;
  /** Id of the channel, bot or webhook. */
  readonly ownerId: number;
  /** Whether its owner is enabled in the settings. */
  readonly enabled: boolean;
  readonly url: string;
  readonly pausedAt: string | null;
  readonly offAt: string | null;
  readonly offReason: "gone" | "failing" | null;
  readonly pending: number;
  readonly oldestPendingAt: string | null;
  /** When the next retry is due. */
  readonly nextAttemptAt: string | null;
  readonly waiting: number;
  readonly oldestWaitingAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
  readonly failingSince: string | null;
  /** Results of at most the newest 25 attempts (API-173). */
  readonly recent: { readonly attempts: number; readonly failed: number };
  readonly secretHint: string;
  readonly secretCreatedAt: string | null;
  readonly previousSecretUntil: string | null;
}
