import type { Outcome } from "../../core/entity.ts";
import type { PushDeviceRecord, PushDeviceRow, ReachabilityRecord } from "../../store/settings/account/push-record.ts";
import type { Tx } from "./tx.ts";

/** Devices of operators that get notices, and how operators can be reached. `now`: milliseconds since 1970, only sessions that run count. */
export interface PushStore {
  list(account: number, operator: number, now: number): Promise<readonly PushDeviceRecord[]>;
  find(account: number, id: number, now: number): Promise<(PushDeviceRecord & { readonly operatorId: number }) | null>;
  findIn(tx: Tx, account: number, id: number, now: number): Promise<(PushDeviceRecord & { readonly operatorId: number }) | null>;
  /** Makes this the device of its session; its id. */
  put(tx: Tx, account: number, row: PushDeviceRow): Promise<number>;
  /** False: the operator has no such device. */
  remove(tx: Tx, account: number, operator: number, id: number): Promise<boolean>;
  reach(account: number, now: number): Promise<readonly ReachabilityRecord[]>;
  putSelfTest(account: number, operator: number, broken: readonly string[], now: number): Promise<void>;
}

/** Web push as the part `push` does it. */
export interface PushPort {
  /** The key that browsers bind their subscriptions to, base64url. */
  readonly publicKey: string;
  /** Whether these are keys of a subscription. */
  isKeyPair(keys: { readonly p256dh: string; readonly auth: string }): boolean;
  /** One notice that says that it is a test. Refusal `not_found`. */
  test(
    account: number,
    endpointId: number,
    language: "en" | "ru",
  ): Promise<{ readonly outcome: Outcome; readonly status: number | null; readonly durationMs: number }>;
}
