import type { MovedTo } from "../../core/failure.ts";
import { accountMoved } from "../database/database-errors.ts";
import { erasedKeyPrefix } from "../../core/visitor/erase.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";

/** Rows of stored files (CORE-060), read by the writer: a token names no account. */

export interface FileRow {
  readonly account: number;
  readonly id: number;
  readonly token: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbSize: number | null;
  readonly storage: "disk" | "s3";
}
export interface NewFile extends Omit<FileRow, "id"> {
  readonly authorKind: "operator" | "visitor";
  readonly authorId: number;
  readonly at: number;
}

const columns = `account_id::float8 as account, id::float8 as id, token, name, type, size::float8 as size, sha256, width, height,
  thumb_size as "thumbSize", storage`;

/**
 * Inserts the row of a file whose bytes are being stored. `markFileStored` makes it visible
 * afterwards. Returns null if its visitor was erased during the upload, because no data of that
 * visitor may be written again (CORE-116).
 */
export async function insertFile(sql: Sql, file: NewFile): Promise<number | null> {
  const { authorKind } = file;
  const [row] = await sql.query<{ id: number }>(
    `insert into file (account_id, token, name, type, size, sha256, width, height, thumb_size, storage, author_kind, author_id, created_at)
     select $1::bigint, $2::text, $3::text, $4::text, $5::bigint, $6::text, $7::int, $8::int, $9::int, $10::text, $11::text, $12::bigint, $13::timestamptz
     ${authorKind === "visitor" ? `from visitor w where w.account_id = $1 and w.id = $12 and not starts_with(w.customer, '${erasedKeyPrefix}') for key share of w` : ""}
     returning id::float8 as id`,
    [
      file.account,
      file.token,
      file.name,
      file.type,
      file.size,
      file.sha256,
      file.width,
      file.height,
      file.thumbSize,
      file.storage,
      authorKind,
      file.authorId,
      new Date(file.at),
    ],
  );
  return row?.id ?? null;
}

/** Marks a file as stored. Returns false if the row has been removed, along with its bytes. */
export async function markFileStored(sql: Sql, account: number, id: number): Promise<boolean> {
  const rows = await sql.query(
    "update file set state = 'stored' where account_id = $1 and id = $2 and state = 'storing' returning 1",
    [account, id],
  );
  return rows.length > 0;
}

/** Returns an upload of the operator, or null if it does not exist or another operator sent it. */
export function findFile(
  reader: Reader,
  account: number,
  upload: { readonly id: number; readonly operatorId: number },
): Promise<FileRow | null> {
  return reader.one<FileRow>(
    account,
    `select ${columns} from file where account_id = $1 and id = $2 and author_kind = 'operator' and author_id = $3 and state = 'stored'`,
    [account, upload.id, upload.operatorId],
  );
}

/** Throws Refusal `account_moved` if the account is at another installation. */
export async function findFileByToken(sql: Sql, token: string): Promise<FileRow | null> {
  const [row] = await sql.query<FileRow & { movedTo: MovedTo | null }>(
    `select ${columns}, (select a.moved_to from account a where a.id = file.account_id) as "movedTo" from file where token = $1 and state = 'stored'`,
    [token],
  );
  if (row === undefined) return null;
  const { movedTo, ...file } = row;
  if (movedTo !== null) throw accountMoved(movedTo);
  return file;
}

/** Returns the SHA-256 of stored files of an account in base64url, by token. */
export async function findFileHashes(
  sql: Sql,
  account: number,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ token: string; sha256: string }>(
    "select token, sha256 from file where account_id = $1 and token = any($2) and state = 'stored'",
    [account, tokens],
  );
  return new Map(rows.map(({ token, sha256 }) => [token, sha256]));
}

/**
 * Assigns an operator's file to a chat. Returns null if the file is not theirs or belongs to
 * another chat. A repeat for the same chat returns the file again. `chatId` null: the message
 * starts a chat, and `attachFile` assigns it afterwards.
 */
export async function claimFile(
  sql: Sql,
  account: number,
  claim: {
    readonly id: number;
    readonly operatorId: number;
    readonly chatId: number | null;
    readonly at: number;
  },
): Promise<FileRow | null> {
  const [row] = await sql.query<FileRow>(
    `update file set chat_id = $4::bigint, claimed_at = $5 where account_id = $1 and id = $2 and author_kind = 'operator' and author_id = $3
       and state = 'stored' and (chat_id is null or chat_id = $4)
     returning ${columns}`,
    [account, claim.id, claim.operatorId, claim.chatId, new Date(claim.at)],
  );
  return row ?? null;
}

/**
 * Claims a visitor's file for a message before the message is written. `attachFile` assigns the
 * chat afterwards, because the message may start a new chat. Returns null if the file is not
 * theirs. If the process crashes in between, the file is kept as long as a message refers to it.
 */
export async function claimVisitorFile(
  sql: Sql,
  account: number,
  claim: { readonly id: number; readonly visitorId: number; readonly at: number },
): Promise<FileRow | null> {
  const [row] = await sql.query<FileRow>(
    `update file set claimed_at = $4 where account_id = $1 and id = $2 and author_kind = 'visitor' and author_id = $3 and state = 'stored'
     returning ${columns}`,
    [account, claim.id, claim.visitorId, new Date(claim.at)],
  );
  return row ?? null;
}
export async function attachFile(
  sql: Sql,
  account: number,
  id: number,
  chatId: number,
): Promise<void> {
  await sql.query(
    "update file set chat_id = $3 where account_id = $1 and id = $2 and chat_id is null",
    [account, id, chatId],
  );
}

/** Releases the claim of a rejected message, unless an earlier message has the file. */
export async function releaseFile(sql: Sql, account: number, id: number): Promise<void> {
  await sql.query(
    `update file f set chat_id = null, claimed_at = null where account_id = $1 and id = $2 and not named and not ${isReferencedCondition}`,
    [account, id],
  );
}

/** Removes an upload that was never shown to anyone. The file cleanup removes its bytes. */
export async function abandonFile(sql: Sql, account: number, id: number): Promise<void> {
  await sql.query(
    "update file set state = 'gone' where account_id = $1 and id = $2 and chat_id is null",
    [account, id],
  );
}

/**
 * Marks files of these storages as removed, so that they can no longer be found. These are uploads
 * interrupted before `unfinished`, files without a message from before `unnamed`, and rows that an
 * earlier cleanup did not finish. The caller must remove their bytes and then call `deleteFileRow`.
 */
export async function markAbandonedFiles(
  sql: Sql,
  before: { readonly unfinished: number; readonly unnamed: number },
  storages: readonly FileRow["storage"][],
  limit: number,
): Promise<readonly FileRow[]> {
  const unnamed = new Date(before.unnamed);
  await sql.query(
    `update file f set named = true where not named and state = 'stored' and claimed_at is not null and created_at < $1 and ${isReferencedCondition}`,
    [unnamed],
  );
  return sql.query<FileRow>(
    `update file set state = 'gone' where (account_id, id) in (select account_id, id from file
       where not named and storage = any($4) and (state = 'gone' or (state = 'storing' and created_at < $1) or (state = 'stored' and created_at < $2 and coalesce(claimed_at, created_at) < $1))
       order by created_at limit $3)
     returning ${columns}`,
    [new Date(before.unfinished), unnamed, limit, storages],
  );
}

/** Marks an upload as the operator's photo. Returns false if it is gone or was sent. */
export async function markFileAsPhoto(
  sql: Sql,
  account: number,
  id: number,
  operatorId: number,
): Promise<boolean> {
  const rows = await sql.query(
    `update file set named = true where account_id = $1 and id = $2 and author_kind = 'operator' and author_id = $3 and state = 'stored' and chat_id is null
     returning 1`,
    [account, id, operatorId],
  );
  return rows.length > 0;
}

/**
 * Keeps the files of operators that an article names, although no message has them (ART-018). Files
 * of a chat stay or go with it.
 */
export async function markFilesOfArticle(sql: Sql, account: number, body: string): Promise<void> {
  const tokens = [...body.matchAll(/\/files\/([\w-]{27})\//g)].map(([, token]) => token);
  if (tokens.length === 0) return;
  await sql.query(
    "update file set named = true where account_id = $1 and token = any($2) and author_kind = 'operator' and state = 'stored' and chat_id is null",
    [account, tokens],
  );
}

/**
 * Removes the file of the operator's photo, unless it is `next`. Returns false if the photo is not
 * an uploaded file or does not change. The file cleanup removes the bytes.
 */
export async function removePhoto(
  sql: Sql,
  account: number,
  operatorId: number,
  next: string | null,
): Promise<boolean> {
  const rows = await sql.query(
    `update file f set state = 'gone', named = false from operator o
     where o.account_id = $1 and o.id = $2 and o.photo is distinct from $3 and f.account_id = o.account_id and ${photoCondition("o")} returning 1`,
    [account, operatorId, next],
  );
  return rows.length > 0;
}
/** SQL condition: the photo of the row of `operator` is this file. */
const photoCondition = (operator: string): string =>
  `f.author_kind = 'operator' and f.author_id = ${operator}.id and f.chat_id is null and f.state = 'stored' and position('/files/' || f.token || '/' in ${operator}.photo) > 0`;
/** SQL condition: the file `f` is the photo of its author, which retention keeps. */
export const isPhotoCondition = `exists (select from operator o where o.account_id = f.account_id and o.id = f.author_id and ${photoCondition("o")})`;

/** SQL condition: a text of an article names the file `f`, which is of an operator (ART-018). */
export const isArticleFileCondition = `(f.author_kind = 'operator' and f.chat_id is null and f.named and exists (select from article_text t
  where t.account_id = f.account_id and (position('/files/' || f.token || '/' in t.body) > 0
    or position('/files/' || f.token || '/' in coalesce(t.published_body, '')) > 0)))`;

export async function deleteFileRow(sql: Sql, account: number, id: number): Promise<void> {
  await sql.query("delete from file where account_id = $1 and id = $2 and state = 'gone'", [
    account,
    id,
  ]);
}

/**
 * SQL condition: a message refers to the file. For a file without a chat, messages in all chats of
 * its visitor count. The file's token occurs in no other text.
 */
const isReferencedCondition = `(exists (select from journal j where j.account_id = f.account_id and j.chat_id = f.chat_id and j.seq is not null
    and position('/files/' || f.token || '/' in j.body) > 0)
  or f.chat_id is null and f.author_kind = 'visitor' and exists (select from chat c join journal j on j.account_id = c.account_id and j.chat_id = c.id
    where c.account_id = f.account_id and c.visitor_id = f.author_id and j.seq is not null and position('/files/' || f.token || '/' in j.body) > 0))`;
