import type { ChannelChange, ChannelRecord, ChannelRow, WidgetChannelRow } from "../../store/settings/channels/channel-record.ts";
import type { Tx } from "./tx.ts";

export interface ChannelStore {
  list(account: number): Promise<readonly ChannelRecord[]>;
  find(account: number, id: number): Promise<ChannelRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<ChannelRecord | null>;
  /** Of these ids those that are active operators of the account. */
  activeOperators(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Null: the public id is taken. */
  create(tx: Tx, account: number, row: ChannelRow): Promise<number | null>;
  /** Null: the public id is taken. */
  createWidget(tx: Tx, account: number, row: WidgetChannelRow): Promise<number | null>;
  update(tx: Tx, account: number, id: number, change: ChannelChange): Promise<boolean>;
  remove(tx: Tx, account: number, id: number, now: number): Promise<boolean>;
  rotateAddress(tx: Tx, account: number, id: number, randomString: string, now: number): Promise<void>;
  rotateSecret(tx: Tx, account: number, id: number, secret: string, now: number): Promise<void>;
  /** Of a widget (WG-047); null: off. */
  setIdentitySecret(tx: Tx, account: number, id: number, secret: string | null): Promise<void>;
}
