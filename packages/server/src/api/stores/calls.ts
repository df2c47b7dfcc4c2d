import type { CallFilter, CallCursor, CallRecord, TelephonyServerRecord } from "../../store/chats/call-record.ts";
import type { Message } from "../../core/entity.ts";
import type { ChatVisibility } from "../../store/chats/chat-record.ts";
import type { Tx } from "./tx.ts";

export interface CallStore {
  list(
    account: number,
    sight: ChatVisibility,
    filter: CallFilter,
  ): Promise<{ readonly items: readonly CallRecord[]; readonly next: CallCursor | null }>;
  find(account: number, sight: ChatVisibility, id: number): Promise<CallRecord | null>;
  /** Lines of all calls of a chat, oldest first. */
  lines(account: number, chatId: number): Promise<readonly Message[]>;
  countWaiting(account: number, sight: ChatVisibility): Promise<number>;
  driver(account: number): Promise<TelephonyServerRecord | null>;
  driverIn(tx: Tx, account: number): Promise<TelephonyServerRecord | null>;
  /** The endpoint's id. */
  createDriver(
    tx: Tx,
    account: number,
    row: { readonly url: string; readonly secret: string; readonly reportSecret: string; readonly now: number },
  ): Promise<number>;
  moveDriver(tx: Tx, account: number, endpointId: number, url: string): Promise<void>;
  rotateDriverSecret(tx: Tx, account: number, endpointId: number, to: { readonly secret: string; readonly now: number }): Promise<void>;
}
