import type { Delivery, DeliveryState, Outcome } from "../../../core/entity.ts";
import type { Tried } from "../../../delivery/index.ts";

export interface AttemptRecord {
  readonly n: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly request: Tried["request"];
  readonly reply: Tried["reply"];
}

export interface DeliveryPlace {
  readonly position: number;
  readonly endpointId: number;
}

export interface DeliveryStore {
  list(
    account: number,
    filter: {
      readonly chatId?: number;
      readonly seq?: number;
      readonly endpointId?: number;
      readonly kind?: Delivery["endpoint"]["kind"];
      readonly event?: string;
      /** `retrying`: pending after an attempt that failed. */
      readonly state?: DeliveryState | "retrying";
      readonly since?: Date;
      readonly until?: Date;
      /** Id of a chat or of a delivery. */
      readonly either?: number;
      readonly limit: number;
      readonly after?: DeliveryPlace;
    },
  ): Promise<{ readonly items: readonly Delivery[]; readonly next: DeliveryPlace | null }>;
  find(account: number, id: number): Promise<{ readonly delivery: Delivery; readonly attempts: readonly AttemptRecord[] } | null>;
}
