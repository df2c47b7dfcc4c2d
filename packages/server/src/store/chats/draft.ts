import type { DraftRecord } from "./chat-record.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";
import { toInteger, toIsoTime } from "../database/parameters.ts";

/** Lists the drafts of an operator (API-045), newest first, with sent ones that remain. */
export async function listDrafts(
  reader: Reader,
  account: number,
  operatorId: number,
): Promise<readonly DraftRecord[]> {
  const rows = await reader.rows<DraftRow>(
    account,
    `select ${columns} from draft where account_id = $1 and operator_id = $2 order by updated_at desc, chat_id, mode`,
    [account, operatorId],
  );
  return rows.map(toRecord);
}

/**
 * Saves a draft if its version is higher than the stored one. Returns the stored draft and whether
 * the new one was saved. No other operator reads drafts, and no decision depends on them
 * (journal.md). If the operator has more than `most` drafts, the oldest are deleted.
 */
export async function saveDraft(
  sql: Sql,
  { accountId, operatorId }: { readonly accountId: number; readonly operatorId: number },
  draft: Omit<DraftRecord, "updatedAt">,
  limits: { readonly now: number; readonly max: number },
): Promise<{ readonly draft: DraftRecord; readonly taken: boolean }> {
  const at = new Date(limits.now);
  const written = await sql.query<DraftRow>(
    `insert into draft (account_id, operator_id, chat_id, mode, text, email, version, updated_at, begun_seq) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, operator_id, chat_id, mode) do update set text = excluded.text, email = excluded.email, version = excluded.version, updated_at = excluded.updated_at, begun_seq = excluded.begun_seq
       where draft.version < excluded.version
     returning ${columns}`,
    [
      accountId,
      operatorId,
      draft.chatId,
      draft.mode,
      draft.text,
      draft.email === null ? null : JSON.stringify(draft.email),
      draft.version,
      at,
      draft.begunSeq,
    ],
  );
  const row = written[0];
  if (row === undefined) {
    const [stored] = await sql.query<DraftRow>(
      `select ${columns} from draft where account_id = $1 and operator_id = $2 and chat_id = $3 and mode = $4`,
      [accountId, operatorId, draft.chatId, draft.mode],
    );
    // The row was deleted between the two statements as one of the oldest, so no newer version is
    // stored.
    return stored === undefined
      ? { draft: { ...draft, updatedAt: at.toISOString() }, taken: false }
      : { draft: toRecord(stored), taken: false };
  }
  await sql.query(
    `delete from draft d using (select chat_id, mode from draft where account_id = $1 and operator_id = $2
       order by updated_at desc, chat_id, mode offset $3) old
     where d.account_id = $1 and d.operator_id = $2 and d.chat_id = old.chat_id and d.mode = old.mode`,
    [accountId, operatorId, limits.max],
  );
  return { draft: toRecord(row), taken: true };
}

const columns = "chat_id, mode, text, email, version, updated_at, begun_seq";
interface DraftRow {
  readonly chat_id: string;
  readonly mode: DraftRecord["mode"];
  readonly text: string;
  readonly email: DraftRecord["email"];
  readonly version: string;
  readonly updated_at: Date;
  readonly begun_seq: number | null;
}
const toRecord = (row: DraftRow): DraftRecord => ({
  chatId: toInteger(row.chat_id),
  mode: row.mode,
  text: row.text,
  email: row.email,
  version: toInteger(row.version),
  begunSeq: row.begun_seq,
  updatedAt: toIsoTime(row.updated_at),
});
