import type { Tx } from "./tx.ts";

/** `own` has an operator, `department` a department, `account` neither. */
export interface ReplyRow {
  readonly scope: "own" | "department" | "account";
  readonly operatorId: number | null;
  readonly departmentId: number | null;
  readonly folder: string;
  readonly shortcut: string;
  readonly language: string;
  readonly text: string;
  readonly managed: boolean;
}
export interface ReplyRecord extends ReplyRow {
  readonly id: number;
  /** How often the asker took it. */
  readonly uses: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/** Who asks; `everyDepartment`: sees the replies of departments he is not in. */
export interface ReplyAsker {
  readonly operatorId: number;
  readonly everyDepartment: boolean;
}

export interface CannedReplyStore {
  list(account: number, asker: ReplyAsker): Promise<readonly ReplyRecord[]>;
  find(account: number, asker: ReplyAsker, id: number): Promise<ReplyRecord | null>;
  listIn(tx: Tx, account: number, asker: ReplyAsker): Promise<readonly ReplyRecord[]>;
  findIn(tx: Tx, account: number, asker: ReplyAsker, id: number): Promise<ReplyRecord | null>;
  countIn(tx: Tx, account: number, operatorId: number): Promise<{ readonly all: number; readonly own: number }>;
  /** Null: these people have one with this shortcut in this language. */
  create(tx: Tx, account: number, row: ReplyRow, now: number): Promise<number | null>;
  update(tx: Tx, account: number, id: number, row: ReplyRow, now: number): Promise<"done" | "name_taken" | "not_found">;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
  countUse(account: number, id: number, operatorId: number): Promise<void>;
}
