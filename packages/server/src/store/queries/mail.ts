import { messageText } from "../../core/chat/message-text.ts";
import type { ChatEntity, Message, Visitor } from "../../core/entity.ts";
import type { Sql } from "../sql.ts";
import { int } from "./values.ts";

/** What mails are made of, as the writer, at the moment they are sent. */

export async function mailLocale(sql: Sql, account: number): Promise<string> {
  const [row] = await sql.query<{ locale: string }>("select locale from account where id = $1", [account]);
  return row?.locale ?? "en";
}

/** Addresses of those of these operators who are active, by rising id. */
export async function mailAddresses(sql: Sql, account: number, operators: readonly number[]): Promise<readonly string[]> {
  const rows = await sql.query<{ email: string }>(
    "select email from operator where account_id = $1 and id = any($2::bigint[]) and active order by id",
    [account, operators],
  );
  return rows.map((row) => row.email);
}

export async function isOfflineNew(sql: Sql, account: number, id: number): Promise<boolean> {
  const rows = await sql.query("select from record where account_id = $1 and id = $2 and kind = 'offline_message' and state = 'new'", [
    account,
    id,
  ]);
  return rows.length > 0;
}

/** A chat with its visitor and what he wrote last; null: there is none. */
export async function waitingChat(sql: Sql, account: number, id: number) {
  const [row] = await sql.query<{ chat: string; visitor: string | null; number: string | null; last: string | null }>(
    `select c.body as chat, v.body as visitor, v.number, (select j.body from journal j where j.account_id = c.account_id and j.chat_id = c.id
         and j.seq is not null and j.author_kind = 'visitor' order by j.seq desc limit 1) as last
     from chat c left join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where c.account_id = $1 and c.id = $2`,
    [account, id],
  );
  if (row === undefined) return null;
  const chat = JSON.parse(row.chat) as ChatEntity;
  const visitor = JSON.parse(row.visitor ?? "{}") as Partial<Visitor>;
  return {
    isWaiting: chat.state === "waiting",
    visitor: visitor.name?.value ?? `#${int(row.number ?? 0)}`,
    channel: chat.channel.name,
    since: Date.parse(chat.wait?.since ?? chat.created_at),
    text: row.last === null ? "" : messageText(JSON.parse(row.last) as Message),
  };
}

/** A chat as its visitor read it, the latest messages only; null: there is none. `language`: of the visitor's window. */
export async function transcriptOf(sql: Sql, account: number, id: number) {
  const [row] = await sql.query<{ chat: string; zone: string | null }>(
    `select c.body as chat, a.settings -> 'hours' ->> 'timezone' as zone from chat c join account a on a.id = c.account_id
     where c.account_id = $1 and c.id = $2`,
    [account, id],
  );
  if (row === undefined) return null;
  const rows = await sql.query<{ body: string }>(
    `select body from journal where account_id = $1 and chat_id = $2 and seq is not null and author_kind in ('visitor', 'operator', 'bot')
     order by seq desc limit $3`,
    [account, id, transcriptMost + 1],
  );
  const chat = JSON.parse(row.chat) as ChatEntity;
  const messages = rows.slice(0, transcriptMost).map(({ body }) => JSON.parse(body) as Message);
  return {
    channel: chat.channel.name,
    language: chat.session?.language ?? null,
    zone: row.zone ?? "UTC",
    isCut: rows.length > transcriptMost,
    // Notes and what a bot said behind an operator's back are not the visitor's (CORE-040).
    entries: messages
      .filter(({ kind, hidden }) => kind !== "note" && hidden !== true)
      .toReversed()
      .map((message) => ({ at: message.created_at, by: message.author.kind, name: message.author.name, text: messageText(message) })),
  };
}
/** What a mail holds of a long chat. */
const transcriptMost = 500;

/** Which mails an operator wants. */
export async function findMailWishes(
  sql: Sql,
  account: number,
  operator: number,
): Promise<{ readonly offline: boolean; readonly missed: boolean; readonly reminders: boolean } | null> {
  const [row] = await sql.query<{ offline: boolean; missed: boolean; reminders: boolean }>(
    "select mail_offline as offline, mail_missed as missed, mail_reminders as reminders from operator where account_id = $1 and id = $2",
    [account, operator],
  );
  return row ?? null;
}
