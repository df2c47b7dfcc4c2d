import type { DraftRecord } from "../../core/record/chat.ts";
import type { Reader } from "../reader.ts";
import type { Sql } from "../sql.ts";
import { int, iso } from "./values.ts";

/** Drafts of an operator (API-045), also those that ended as long as their rows are there; newest first. */
export async function listDrafts(reader: Reader, account: number, operatorId: number): Promise<readonly DraftRecord[]> {
  const rows = await reader.rows<DraftRow>(
    account,
    `select ${columns} from draft where account_id = $1 and operator_id = $2 order by updated_at desc, chat_id, mode`,
    [account, operatorId],
  );
  return rows.map(toRecord);
}

/**
 * Keeps a draft when its version is above the kept one; gives what is kept then, and whether it was taken. A plain row with this one writer:
 * nobody else reads a draft, and no decision hangs on it (journal.md). Above `most` drafts the operator's oldest go.
 */
export async function keepDraft(
  sql: Sql,
  account: number,
  operatorId: number,
  draft: { readonly chatId: number; readonly mode: "text" | "note"; readonly text: string; readonly version: number },
  bound: { readonly now: number; readonly most: number },
): Promise<{ readonly draft: DraftRecord; readonly taken: boolean }> {
  const at = new Date(bound.now);
  const written = await sql.query<DraftRow>(
    `insert into draft (account_id, operator_id, chat_id, mode, text, version, updated_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, operator_id, chat_id, mode) do update set text = excluded.text, version = excluded.version, updated_at = excluded.updated_at
       where draft.version < excluded.version
     returning ${columns}`,
    [account, operatorId, draft.chatId, draft.mode, draft.text, draft.version, at],
  );
  const row = written[0];
  if (row === undefined) {
    const [kept] = await sql.query<DraftRow>(
      `select ${columns} from draft where account_id = $1 and operator_id = $2 and chat_id = $3 and mode = $4`,
      [account, operatorId, draft.chatId, draft.mode],
    );
    // Gone between the two statements, among the oldest: nothing newer is kept.
    return kept === undefined
      ? { draft: { ...draft, updatedAt: at.toISOString() }, taken: false }
      : { draft: toRecord(kept), taken: false };
  }
  await sql.query(
    `delete from draft d using (select chat_id, mode from draft where account_id = $1 and operator_id = $2
       order by updated_at desc, chat_id, mode offset $3) old
     where d.account_id = $1 and d.operator_id = $2 and d.chat_id = old.chat_id and d.mode = old.mode`,
    [account, operatorId, bound.most],
  );
  return { draft: toRecord(row), taken: true };
}

const columns = "chat_id, mode, text, version, updated_at";
interface DraftRow {
  readonly chat_id: string;
  readonly mode: "text" | "note";
  readonly text: string;
  readonly version: string;
  readonly updated_at: Date;
}
const toRecord = (row: DraftRow): DraftRecord => ({
  chatId: int(row.chat_id),
  mode: row.mode,
  text: row.text,
  version: int(row.version),
  updatedAt: iso(row.updated_at),
});
