import type { Call, ChatEntity, Visitor } from "../../../core/entity.ts";
import type { Sight } from "./chats.ts";
import type { Tx } from "./tx.ts";

/** A call with whom it is about. */
export interface CallRecord {
  readonly call: Call;
  readonly visitor: Visitor;
  readonly channel: ChatEntity["channel"];
}
export interface CallPlace {
  readonly key: number;
  readonly id: number;
}
export interface CallFilter {
  readonly state?: "waiting" | "running" | "done";
  readonly chatId?: number;
  readonly limit: number;
  readonly after?: CallPlace;
}
/** The telephony server of the driver `http` (CORE-104). */
export interface DriverRecord {
  readonly endpointId: number;
  readonly url: string;
  readonly secretHint: string;
  /** Secret part of the address it reports to, sealed. */
  readonly reportSecret: Buffer;
}
export interface CallStore {
  list(
    account: number,
    sight: Sight,
    filter: CallFilter,
  ): Promise<{ readonly items: readonly CallRecord[]; readonly next: CallPlace | null }>;
  find(account: number, sight: Sight, id: number): Promise<CallRecord | null>;
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
