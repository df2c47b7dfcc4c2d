import type { BotChange, BotRecord, BotRow } from "../../store/settings/integrations/bot-record.ts";
import type { Tx } from "./tx.ts";

export interface BotStore {
  list(account: number): Promise<readonly BotRecord[]>;
  find(account: number, id: number): Promise<BotRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<BotRecord | null>;
  /** Of these ids those that are channels of the account. */
  knownChannels(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Null: this provider's token is in use somewhere in the instance (BOT-003). */
  create(tx: Tx, account: number, row: BotRow): Promise<number | null>;
  update(tx: Tx, account: number, id: number, change: BotChange): Promise<"done" | "token_taken" | "not_found">;
  remove(tx: Tx, account: number, id: number, now: number): Promise<boolean>;
  rotateSecret(tx: Tx, account: number, id: number, secret: string, now: number): Promise<boolean>;
}
