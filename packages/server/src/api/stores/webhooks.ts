import type { WebhookChange, WebhookRecord, WebhookRow } from "../../store/settings/integrations/webhook-record.ts";
import type { Tx } from "./tx.ts";

export interface WebhookStore {
  list(account: number): Promise<readonly WebhookRecord[]>;
  find(account: number, id: number): Promise<WebhookRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<WebhookRecord | null>;
  /** Of these ids those that are channels of the account. */
  knownChannels(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  create(tx: Tx, account: number, row: WebhookRow): Promise<number>;
  update(tx: Tx, account: number, id: number, change: WebhookChange): Promise<boolean>;
  remove(tx: Tx, account: number, id: number, now: number): Promise<boolean>;
  rotateSecret(tx: Tx, account: number, id: number, secret: string, now: number): Promise<boolean>;
}
