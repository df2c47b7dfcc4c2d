import type { Message } from "../../core/entity.ts";
import type { VisitorData } from "../../core/event.ts";
import { toInteger } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";

/** Maximum numbers of mails, of letters and of continued chats that are read. */
const maxReferences = 40;
const maxLetters = 60;
const maxContinuedChats = 10;

/** The chat `$2` with those that it continues, `depth` 0 first, as in conversations by mail. */
const threadQuery = `with recursive thread (id, depth) as (
    select $2::bigint, 0
    union all
    select (c.body::json->>'continues')::bigint, t.depth + 1 from thread t
    join chat c on c.account_id = $1 and c.id = t.id
    where t.depth < ${maxContinuedChats} and c.body::json->>'continues' is not null)`;

/**
 * Reads the mails of a chat and of those that it continues: the subject of the latest one, whether
 * the visitor was verified as its sender, and their ids, oldest first. Ids of further messages of
 * one mail (`id#2`), and ids with a hash of the content, are left out.
 */
export async function readMailThread(
  sql: Sql,
  { account, id }: { readonly account: number; readonly id: number },
  chatId: number,
): Promise<{
  readonly subject: string | null;
  readonly isSenderVerified: boolean;
  readonly isAnswer: boolean;
  readonly references: readonly string[];
}> {
  const ids = await sql.query<{ external_id: string }>(
    `${threadQuery} select m.external_id from thread t join channel_message m on m.account_id = $1 and m.chat_id = t.id
     where m.channel_id = $3 and m.external_id like '%@%' and m.external_id not like '%#%'
     order by t.depth, m.seq desc limit ${maxReferences}`,
    [account, chatId, id],
  );
  const rows = await sql.query<LetterRow>(lettersQuery, [account, chatId]);
  const letters = rows.map(toLetter);
  const [subject = null] = letters.flatMap(getSubject);
  // A letter of somebody else says nothing about the visitor, to whom answers go.
  const latest = letters.find(
    ({ author, origin }) => author.kind === "visitor" && origin?.other_sender !== true,
  );
  const isSenderVerified = latest?.origin?.verified === true;
  return {
    subject,
    isSenderVerified,
    isAnswer: letters.some(({ author }) => author.kind === "visitor"),
    references: ids.map((row) => row.external_id).toReversed(),
  };
}

interface LetterRow {
  readonly chat_id: string;
  readonly seq: number;
  readonly body: string;
}
/** Messages with facts about a mail. Quotes inside texts are escaped, so the match is a key. */
const lettersQuery = `${threadQuery}
  select t.id as chat_id, j.seq, j.body from thread t cross join lateral (
    select x.seq, x.body from journal x where x.account_id = $1 and x.chat_id = t.id and x.seq is not null
      and x.author_kind in ('visitor', 'operator') and x.body ~ '"(origin|email)":\\{'
    order by x.seq desc limit ${maxLetters}) j
  order by t.depth, j.seq desc limit ${maxLetters}`;
const toLetter = ({ chat_id, seq, body }: LetterRow): Message => ({
  ...(JSON.parse(body) as Omit<Message, "seq">),
  seq,
  chat_id: toInteger(chat_id),
});

/** Returns the subject of a letter. An empty one is none. */
const getSubject = ({ origin, email }: Message): readonly string[] =>
  [origin?.subject ?? email?.subject ?? ""].filter((subject) => subject !== "");

/** Lists the letters of a chat and of those that it continues, newest first. */
export async function listLetters(
  reader: Reader,
  account: number,
  chatId: number,
): Promise<readonly Message[]> {
  return (await reader.rows<LetterRow>(account, lettersQuery, [account, chatId])).map(toLetter);
}

/** Reads messages of a chat by their numbers. Those that do not exist are missing. */
export async function listMessagesBySeq(
  sql: Sql,
  account: number,
  chatId: number,
  seqs: readonly number[],
): Promise<readonly Message[]> {
  if (seqs.length === 0) return [];
  const rows = await sql.query<{ seq: number; body: string }>(
    "select seq, body from journal where account_id = $1 and chat_id = $2 and seq = any($3::int[]) order by seq",
    [account, chatId, seqs],
  );
  return rows.map(({ seq, body }) => ({ ...(JSON.parse(body) as Omit<Message, "seq">), seq }));
}

/**
 * Finds the visitor of a chat, or a visitor by their id, with their email address. Resolves with
 * null for an erased one, who must not get new data.
 */
export async function findMailVisitor(
  sql: Sql,
  account: number,
  target: { readonly chat: number } | { readonly visitor: number },
): Promise<{
  readonly channelId: number;
  readonly customer: string;
  readonly email: string | null;
} | null> {
  const isChat = "chat" in target;
  const [row] = await sql.query<{ source: string; customer: string; body: string }>(
    `select v.source, v.customer, v.body from visitor v where v.account_id = $1 and v.id = ${
      isChat ? "(select c.visitor_id from chat c where c.account_id = $1 and c.id = $2)" : "$2"
    }`,
    [account, isChat ? target.chat : target.visitor],
  );
  if (row === undefined) return null;
  const { email, erased } = JSON.parse(row.body) as VisitorData;
  if (erased === true) return null;
  return {
    channelId: toInteger(row.source),
    customer: row.customer,
    email: email?.value ?? null,
  };
}
