import type { ReplyViewer, ReplyRecord, ReplyRow } from "../../store/settings/content/canned-reply-record.ts";
import type { Tx } from "./tx.ts";

export interface CannedReplyStore {
  list(account: number, asker: ReplyViewer): Promise<readonly ReplyRecord[]>;
  find(account: number, asker: ReplyViewer, id: number): Promise<ReplyRecord | null>;
  listIn(tx: Tx, account: number, asker: ReplyViewer): Promise<readonly ReplyRecord[]>;
  findIn(tx: Tx, account: number, asker: ReplyViewer, id: number): Promise<ReplyRecord | null>;
  countIn(tx: Tx, account: number, operatorId: number): Promise<{ readonly all: number; readonly own: number }>;
  /** Null: these people have one with this shortcut in this language. */
  create(tx: Tx, account: number, row: ReplyRow, now: number): Promise<number | null>;
  update(tx: Tx, account: number, id: number, row: ReplyRow, now: number): Promise<"done" | "name_taken" | "not_found">;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
  countUse(account: number, id: number, operatorId: number): Promise<void>;
}
