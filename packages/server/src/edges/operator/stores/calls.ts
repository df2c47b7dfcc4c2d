import type { CallFilter, CallPlace, CallRecord, DriverRecord } from "../../../core/record/call.ts";
import type { Message } from "../../../core/entity.ts";
import type { Sight } from "../../../core/record/chat.ts";
import type { Tx } from "./tx.ts";

export interface CallStore {
  list(
    account: number,
    sight: Sight,
    filter: CallFilter,
  ): Promise<{ readonly items: readonly CallRecord[]; readonly next: CallPlace | null }>;
  find(account: number, sight: Sight, id: number): Promise<CallRecord | null>;
  /** Lines of all calls of a chat, oldest first. */
  lines(account: number, chatId: number): Promise<readonly Message[]>;
  countWaiting(account: number, sight: Sight): Promise<number>;
  driver(account: number): Promise<DriverRecord | null>;
  driverIn(tx: Tx, account: number): Promise<DriverRecord | null>;
  /** The endpoint's id. */
  createDriver(
    tx: Tx,
    account: number,
    row: { readonly url: string; readonly secret: string; readonly reportSecret: string; readonly now: number },
  ): Promise<number>;
  moveDriver(tx: Tx, account: number, endpointId: number, url: string): Promise<void>;
  rotateDriverSecret(tx: Tx, account: number, endpointId: number, to: { readonly secret: string; readonly now: number }): Promise<void>;
}
