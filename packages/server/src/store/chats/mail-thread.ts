import type { Message } from "../../core/entity.ts";
import type { VisitorData } from "../../core/event.ts";
import { toInteger } from "../database/parameters.ts";
import type { Sql } from "../database/sql.ts";

/** Maximum numbers of mails and of messages that are read of a chat. */
const maxReferences = 40;
const maxMessages = 10;

/**
 * Reads the mails of a chat: the subject of the visitor's latest one, whether its sender was
 * verified, and their ids, oldest first. Ids of further messages of one mail (`id#2`), and ids with
 * a hash of the content, are left out.
 */
export async function readMailThread(
  sql: Sql,
  { account, id }: { readonly account: number; readonly id: number },
  chatId: number,
): Promise<{
  readonly subject: string | null;
  readonly isSenderVerified: boolean;
  readonly references: readonly string[];
}> {
  const ids = await sql.query<{ external_id: string }>(
    `select external_id from channel_message
     where account_id = $1 and chat_id = $3 and channel_id = $2 and external_id like '%@%' and external_id not like '%#%'
     order by seq desc limit ${maxReferences}`,
    [account, id, chatId],
  );
  const messages = await sql.query<{ body: string }>(
    `select body from journal where account_id = $1 and chat_id = $2 and seq is not null and author_kind = 'visitor'
     order by seq desc limit ${maxMessages}`,
    [account, chatId],
  );
  const origins = messages.flatMap(({ body }) => (JSON.parse(body) as Message).origin ?? []);
  const [subject = null] = origins.flatMap((origin) => origin.subject ?? []);
  const isSenderVerified = origins[0]?.verified === true;
  return { subject, isSenderVerified, references: ids.map((row) => row.external_id).toReversed() };
}

/**
 * Finds the visitor of a chat, or a visitor by their id, with their e-mail address. Resolves with
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
