import type { Outcome } from "../../../core/entity.ts";

/** An endpoint of a bot or webhook: its address, its secret's age and what happened at it last. */
export interface EndpointUse {
  readonly endpointId: number;
  readonly url: string;
  readonly secretHint: string;
  readonly secretCreatedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: { readonly at: string; readonly outcome: Outcome; readonly status: number | null } | null;
}
