import type { ChatData, VisitorData } from "../../core/event.ts";
import { toVisitorLexemes, type ChatValues } from "../../core/search/visitor-lexemes.ts";
import type { Db, Sql } from "../database/sql.ts";

export interface VisitorKey {
  readonly account: number;
  readonly visitor: number;
}
/** Maximum number of chats of one visitor whose custom data is searchable, newest first. */
const maxChats = 50;

/**
 * Writes the search rows of these visitors from their stored state. It may run twice and in any
 * order. An erasure in progress locks the visitor's row for update (CORE-115, CORE-116). Key-share
 * locks make this function wait for the erasure, and for nothing else.
 */
export async function writeSearchVisitors(db: Db, keys: readonly VisitorKey[]): Promise<void> {
  await db.transaction(async (tx) => {
    const visitors = await lockVisitors(tx, keys);
    const chats = await readChatsWithValues(tx, visitors);
    const rows = visitors.flatMap((row) => toSearchRows(row, chats));
    await tx.query(
      `delete from search_visitor s using unnest($1::bigint[], $2::bigint[]) q(account, number)
       where s.account_id = q.account and s.number = q.number and not exists (
         select from unnest($3::bigint[], $4::bigint[], $5::bigint[]) k(account, number, chat)
         where k.account = s.account_id and k.number = s.number and k.chat = s.chat_id)`,
      [
        visitors.map((row) => row.account),
        visitors.map((row) => row.number),
        rows.map((row) => row.account),
        rows.map((row) => row.number),
        rows.map((row) => row.chat),
      ],
    );
    await tx.query(
      `insert into search_visitor (account_id, number, chat_id, visitor_id, words)
       select q.account, q.number, q.chat, q.visitor, replace(q.words, '~', search_visitor_scope(q.account, q.number))::tsvector
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) q(account, number, chat, visitor, words) order by 1, 2, 3
       on conflict (account_id, number, chat_id) do update set words = excluded.words where search_visitor.words <> excluded.words`,
      [
        rows.map((row) => row.account),
        rows.map((row) => row.number),
        rows.map((row) => row.chat),
        rows.map((row) => row.visitor),
        rows.map((row) => row.words),
      ],
    );
  });
}

interface VisitorRow extends VisitorKey {
  readonly number: number;
  readonly body: string;
}
function lockVisitors(tx: Sql, keys: readonly VisitorKey[]): Promise<readonly VisitorRow[]> {
  return tx.query<VisitorRow>(
    `select q.account::float8 as account, q.visitor::float8 as visitor, v.number::float8 as number, v.body
     from (select * from unnest($1::bigint[], $2::bigint[]) q(account, visitor) order by account, visitor) q
     cross join lateral (select v.number, v.body from visitor v where v.account_id = q.account and v.id = q.visitor for key share) v`,
    [keys.map((key) => key.account), keys.map((key) => key.visitor)],
  );
}

interface ChatRow extends VisitorKey {
  readonly id: number;
  readonly body: string;
}
/**
 * Returns the chats that contain custom data or attributes. Quotes inside stored texts are escaped,
 * so no text can match these keys.
 */
function readChatsWithValues(
  tx: Sql,
  visitors: readonly VisitorRow[],
): Promise<readonly ChatRow[]> {
  return tx.query<ChatRow>(
    `select q.account::float8 as account, q.visitor::float8 as visitor, c.id::float8 as id, c.body
     from unnest($1::bigint[], $2::bigint[]) q(account, visitor) cross join lateral (
       select c.id, c.body from chat c where c.account_id = q.account and c.visitor_id = q.visitor
         and (strpos(c.body, '"custom_data":[{') > 0 or strpos(c.body, '"attributes":{"') > 0)
       order by c.created_at desc, c.id desc limit ${maxChats}) c`,
    [visitors.map((row) => row.account), visitors.map((row) => row.visitor)],
  );
}

interface SearchRow extends VisitorKey {
  readonly number: number;
  readonly chat: number;
  readonly words: string;
}
function toSearchRows(
  { account, visitor, number, body }: VisitorRow,
  chats: readonly ChatRow[],
): readonly SearchRow[] {
  const profile = JSON.parse(body) as VisitorData;
  if (profile.erased === true) return [];
  const visitorChats = chats.filter((chat) => chat.account === account && chat.visitor === visitor);
  return [
    { account, visitor, number, chat: 0, words: toVisitorLexemes(profile) },
    ...visitorChats.map((chat) => ({
      account,
      visitor,
      number,
      chat: chat.id,
      words: toVisitorLexemes(profile, toChatValues(chat.body)),
    })),
  ].filter(({ words }) => words !== "");
}
function toChatValues(body: string): ChatValues {
  const { custom_data, attributes = {} } = JSON.parse(body) as ChatData;
  return { customData: custom_data, attributes: Object.values(attributes).map(String) };
}
