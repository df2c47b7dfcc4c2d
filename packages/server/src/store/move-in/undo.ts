import { eraseEntryBody } from "../../core/events/event-table.ts";
import type { EventName } from "../../core/event.ts";
import { withAccountLock } from "../database/locks.ts";
import type { Db, Sql } from "../database/sql.ts";
import { deleteTexts } from "../articles/article-text.ts";
import { replaceEntryBodies } from "../erasure/erase-journal.ts";
import { eraseChatCopies } from "../erasure/erase-chat-copies.ts";
import { lastPosition } from "../last-entry.ts";
import { untouchedCondition } from "./move-record.ts";

/** The import whose records are removed. */
interface UndoKey {
  readonly account: number;
  readonly id: number;
}

const chatsPerStep = 50;
const personsPerStep = 100;
const positionsPerStep = 5_000;

/**
 * Removes chats of an import that nobody has changed since (MV-031): their rows, files and copies.
 * Returns false if none is left. The bodies of their entries are replaced afterwards.
 */
export async function removeImportedChats(db: Db, { account, id }: UndoKey): Promise<boolean> {
  return withAccountLock(db, account, async (tx) => {
    const rows = await tx.query<{ id: number }>(
      `select c.id::float8 as id from move_record r join chat c on c.account_id = r.account_id and c.id = r.target_id
       where r.account_id = $1 and r.import_id = $2 and r.kind = 'chat' and not r.removed and ${untouchedCondition}
       order by c.id limit ${chatsPerStep}`,
      [account, id],
    );
    const chats = rows.map((row) => row.id);
    if (chats.length === 0) return false;
    await tx.query(
      "update file set state = 'gone', named = false where account_id = $1 and chat_id = any($2::bigint[]) and state = 'stored'",
      [account, chats],
    );
    await eraseChatCopies(tx, account, chats);
    for (const table of chatTables)
      await tx.query(`delete from ${table} where account_id = $1 and chat_id = any($2::bigint[])`, [
        account,
        chats,
      ]);
    await tx.query("delete from chat where account_id = $1 and id = any($2::bigint[])", [
      account,
      chats,
    ]);
    await tx.query(
      "update move_record set removed = true where account_id = $1 and kind in ('chat', 'message') and target_id = any($2::bigint[])",
      [account, chats],
    );
    return true;
  });
}
const chatTables = [
  "chat_activity",
  "chat_text",
  "chat_tag",
  "chat_fact",
  "mention",
  "read_mark",
  "draft",
  "search_visitor",
] as const;

export interface RemovedPersons {
  readonly visitors: readonly number[];
  /** Numbers of visitors who were merged with them. */
  readonly separated: readonly number[];
}
/**
 * Removes visitors of an import who have no chat, call or visit any more. Returns null if none is
 * left.
 */
export async function removeImportedPersons(
  db: Db,
  { account, id }: UndoKey,
): Promise<RemovedPersons | null> {
  return withAccountLock(db, account, async (tx) => {
    const rows = await tx.query<{ id: number; number: number }>(
      `select v.id::float8 as id, v.number::float8 as number from move_record r
         join visitor v on v.account_id = r.account_id and v.id = r.target_id
       where r.account_id = $1 and r.import_id = $2 and r.kind = 'person' and not r.removed and not r.existed
         and not exists (select from chat c where c.account_id = $1 and c.visitor_id = v.id)
         and not exists (select from record o where o.account_id = $1 and o.visitor_id = v.id)
         and not exists (select from visit w where w.account_id = $1 and w.visitor_id = v.id)
       order by v.id limit ${personsPerStep}`,
      [account, id],
    );
    const visitors = rows.map((row) => row.id);
    if (visitors.length === 0) return null;
    await tx.query(
      "delete from search_visitor where account_id = $1 and number = any($2::bigint[])",
      [account, rows.map((row) => row.number)],
    );
    const separated = await tx.query<{ number: number }>(
      `with link as (delete from person_link where account_id = $1 and (visitor_id = any($2::bigint[]) or other_id = any($2::bigint[]))
         returning visitor_id, other_id)
       select distinct v.number::float8 as number from link l join visitor v on v.account_id = $1 and v.id in (l.visitor_id, l.other_id)
       where v.id <> all($2::bigint[])`,
      [account, visitors],
    );
    await tx.query(
      "delete from company_visitor where account_id = $1 and visitor_id = any($2::bigint[])",
      [account, visitors],
    );
    await tx.query("delete from visitor where account_id = $1 and id = any($2::bigint[])", [
      account,
      visitors,
    ]);
    await tx.query(
      "update move_record set removed = true where account_id = $1 and import_id = $2 and kind = 'person' and target_id = any($3::bigint[])",
      [account, id, visitors],
    );
    return { visitors, separated: separated.map(({ number }) => number) };
  });
}

/**
 * Replaces the bodies of entries of removed chats and visitors after a position: an entry of the
 * journal stays, its content does not. Returns the next position, or null at the end. `after` null:
 * where the import began.
 */
export async function eraseImportedEntries(
  db: Db,
  { account, id }: UndoKey,
  after: number | null,
): Promise<number | null> {
  const [range] = await db.query<{ first: number; head: number }>(
    `select coalesce($3, from_position, 0)::float8 as first, ${lastPosition("$1::bigint")}::float8 as head
     from move_import where account_id = $1 and id = $2`,
    [account, id, after],
  );
  const { first, head } = range ?? { first: 0, head: 0 };
  const next = first + positionsPerStep;
  await db.transaction(async (tx) => {
    const rows = await tx.query<{ position: number; name: EventName; body: string }>(
      `select j.position::float8 as position, j.name, j.body from journal j where j.account_id = $1 and j.position > $2 and j.position <= $3
         and (j.chat_id is not null and exists (select from move_record r where r.account_id = $1 and r.kind = 'chat' and r.target_id = j.chat_id and r.removed)
           or j.visitor_id is not null and exists (select from move_record r where r.account_id = $1 and r.kind = 'person' and r.target_id = j.visitor_id and r.removed))
       order by j.position`,
      [account, first, next],
    );
    await replaceEntryBodies(
      tx,
      account,
      rows.map(({ position, name, body }) => ({ position, body: eraseEntryBody(name, body) })),
    );
  });
  return next < head ? next : null;
}

/**
 * Removes unused tags, quick replies and unedited texts of articles of the import, and what it
 * knew of removed records.
 */
export async function finishUndo(tx: Sql, { account, id }: UndoKey): Promise<void> {
  const made = `select r.target_id from move_record r where r.account_id = $1 and r.import_id = $2 and not r.existed and r.kind =`;
  await tx.query(
    `delete from tag t where t.account_id = $1 and not t.managed and t.id in (${made} 'tag')
       and not exists (select from chat_tag c where c.account_id = t.account_id and c.tag_id = t.id)`,
    [account, id],
  );
  await tx.query(
    `delete from canned_reply a where a.account_id = $1 and not a.managed and a.id in (${made} 'reply')`,
    [account, id],
  );
  for (const [article, texts] of await listImportedTexts(tx, { account, id })) {
    // Somebody works on an article of this import: it stays in all languages.
    if (texts[0]?.isOwn === true && texts.some(({ isUnedited }) => !isUnedited)) continue;
    const removed = texts.filter(({ isOwn, isUnedited }) => isOwn && isUnedited);
    const languages = removed.map(({ language }) => language);
    await deleteTexts(tx, account, article, languages);
  }
  await tx.query(
    `delete from move_record r where r.account_id = $1 and r.import_id = $2 and (r.removed or r.target_id is null
       or r.kind = 'tag' and not exists (select from tag t where t.account_id = $1 and t.id = r.target_id)
       or r.kind in ('article', 'translation') and not exists (
         select from article_text t where t.account_id = $1 and t.article_id = r.target_id and t.language = r.language)
       or r.kind = 'reply' and not exists (select from canned_reply a where a.account_id = $1 and a.id = r.target_id))`,
    [account, id],
  );
}

/** `isOwn`: this import brought it. `isUnedited`: it is as an import wrote it. */
interface ImportedText {
  readonly article: number;
  readonly language: string;
  readonly isOwn: boolean;
  readonly isUnedited: boolean;
}
/** Lists all texts of the articles to which an import has added some, by article, oldest first. */
async function listImportedTexts(
  tx: Sql,
  { account, id }: UndoKey,
): Promise<ReadonlyMap<number, readonly ImportedText[]>> {
  const texts = await tx.query<ImportedText>(
    `with imported as (
       select target_id, language, seq, import_id = $2 as is_own from move_record
       where account_id = $1 and source = (select source from move_import where account_id = $1 and id = $2)
         and kind in ('article', 'translation') and not removed)
     select t.article_id::float8 as article, t.language, coalesce(i.is_own, false) as "isOwn",
       coalesce(t.version = i.seq and t.state = 'draft', false) as "isUnedited"
     from article_text t left join imported i on i.target_id = t.article_id and i.language = t.language
     where t.account_id = $1 and t.article_id in (select target_id from imported where is_own)
     order by t.article_id, t.created_at, t.language`,
    [account, id],
  );
  return Map.groupBy(texts, ({ article }) => article);
}

/** Counts the chats of an import that an undo removes, and those that it leaves. */
export async function countUndo(
  sql: Sql,
  { account, id }: UndoKey,
): Promise<{ readonly removed: number; readonly changed: number }> {
  const [row] = await sql.query<{ removed: number; changed: number }>(
    `select count(*) filter (where ${untouchedCondition})::float8 as removed, count(*) filter (where not coalesce(${untouchedCondition}, false))::float8 as changed
     from move_record r join chat c on c.account_id = r.account_id and c.id = r.target_id
     where r.account_id = $1 and r.import_id = $2 and r.kind = 'chat' and not r.removed`,
    [account, id],
  );
  return row ?? { removed: 0, changed: 0 };
}
