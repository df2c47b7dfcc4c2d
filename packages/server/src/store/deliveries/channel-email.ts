import type { Message } from "../../core/entity.ts";
import type { VisitorData } from "../../core/event.ts";
import { createParameters, toInteger, toIntegerOrNull, toIsoTime } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { buildDeliveryPageQuery } from "./delivery-list.ts";

const dayMs = 86_400_000;
/** Maximum number of emails of each direction that are counted. */
const maxCountedEmails = 20_000;
/** Maximum number of messages before a sent email in which its subject is searched. */
const maxSearchedMessages = 60;

/** An email that became a message of a chat. */
export interface ReceivedEmailRow {
  readonly at: string;
  readonly chatId: number;
  readonly chatNumber: number | null;
  readonly message: Omit<Message, "seq">;
}

/** Lists the latest emails of a channel that became messages, newest first. */
export async function listReceivedEmails(
  reader: Reader,
  account: number,
  channelId: number,
  limit: number,
): Promise<readonly ReceivedEmailRow[]> {
  const rows = await reader.rows<{
    received_at: Date;
    chat_id: string;
    number: string | null;
    body: string;
  }>(
    account,
    `select m.received_at, m.chat_id, c.number, j.body from (
       select chat_id, seq, received_at from channel_message
       where account_id = $1 and channel_id = $2 and received_at is not null order by received_at desc limit $3) m
     join chat c on c.account_id = $1 and c.id = m.chat_id
     join journal j on j.account_id = $1 and j.chat_id = m.chat_id and j.seq = m.seq
     order by m.received_at desc`,
    [account, channelId, limit],
  );
  return rows.map((row) => ({
    at: toIsoTime(row.received_at),
    chatId: toInteger(row.chat_id),
    chatNumber: toIntegerOrNull(row.number),
    message: JSON.parse(row.body) as Omit<Message, "seq">,
  }));
}

export interface SentEmailRow {
  readonly chatId: number;
  readonly message: Message;
  readonly visitor: VisitorData | null;
  /** Subject of the visitor's latest email before it, or null. */
  readonly answeredSubject: string | null;
}

/** Reads the messages of deliveries with what their emails need. Missing ones are left out. */
export async function readSentEmails(
  reader: Reader,
  account: number,
  messages: readonly { readonly chatId: number; readonly seq: number }[],
): Promise<readonly SentEmailRow[]> {
  if (messages.length === 0) return [];
  const rows = await reader.rows<{
    chat_id: string;
    seq: number;
    body: string;
    visitor: string | null;
    letter: string | null;
  }>(
    account,
    `select d.chat_id, d.seq, j.body, v.body as visitor, l.body as letter
     from unnest($2::bigint[], $3::int[]) d(chat_id, seq)
     join journal j on j.account_id = $1 and j.chat_id = d.chat_id and j.seq = d.seq
     left join visitor v on v.account_id = $1 and v.id = j.visitor_id
     left join lateral (select x.body from (
         select y.seq, y.author_kind, y.body from journal y
         where y.account_id = $1 and y.chat_id = d.chat_id and y.seq < d.seq order by y.seq desc limit ${maxSearchedMessages}) x
       where x.author_kind = 'visitor' and x.body ~ '"origin":\\{' order by x.seq desc limit 1) l on true`,
    [account, messages.map(({ chatId }) => chatId), messages.map(({ seq }) => seq)],
  );
  return rows.map(({ chat_id, seq, body, visitor, letter }) => ({
    chatId: toInteger(chat_id),
    message: { ...(JSON.parse(body) as Omit<Message, "seq">), seq },
    visitor: visitor === null ? null : (JSON.parse(visitor) as VisitorData),
    answeredSubject:
      letter === null ? null : ((JSON.parse(letter) as Message).origin?.subject ?? null),
  }));
}

/** Numbers of emails in the 24 hours and the 7 days before `now`, in ms since 1970. */
export interface EmailTotals {
  readonly day: EmailCounts;
  readonly week: EmailCounts;
  readonly waiting: number;
  /** Whether a direction has more emails than {@link maxCountedEmails}. */
  readonly isCapped: boolean;
}
interface EmailCounts {
  readonly received: number;
  readonly sent: number;
  readonly failed: number;
}

/** Counts the emails of a channel, at most {@link maxCountedEmails} of each direction. */
export async function countChannelEmails(
  reader: Reader,
  account: number,
  channel: { readonly id: number; readonly endpointId: number },
  now: number,
): Promise<EmailTotals> {
  const [day, week] = [new Date(now - dayMs), new Date(now - 7 * dayMs)];
  const v = createParameters(account);
  const page = buildDeliveryPageQuery(
    { endpointId: channel.endpointId, since: week },
    v,
    v.put(maxCountedEmails + 1),
  );
  const isToday = `d.created_at >= ${v.put(day)}`;
  const [received, sent] = await Promise.all([
    reader.one<{ day: string; week: string }>(
      account,
      `select count(*) filter (where received_at >= $3) as day, count(*) as week from (
         select received_at from channel_message
         where account_id = $1 and channel_id = $2 and received_at >= $4 order by received_at desc limit $5) m`,
      [account, channel.id, day, week, maxCountedEmails + 1],
    ),
    reader.one<SentCounts>(
      account,
      `with recursive ${page.bounds} page as materialized (${page.text})
       select count(*) as all, count(*) filter (where d.state = 'pending') as waiting,
         count(*) filter (where d.state = 'delivered') as week_sent, count(*) filter (where d.state = 'delivered' and ${isToday}) as day_sent,
         count(*) filter (where d.state in ('failed', 'dead')) as week_failed,
         count(*) filter (where d.state in ('failed', 'dead') and ${isToday}) as day_failed from page d`,
      v.list,
    ),
  ]);
  const count = (n: string | undefined): number => Math.min(toInteger(n ?? 0), maxCountedEmails);
  return {
    day: {
      received: count(received?.day),
      sent: count(sent?.day_sent),
      failed: count(sent?.day_failed),
    },
    week: {
      received: count(received?.week),
      sent: count(sent?.week_sent),
      failed: count(sent?.week_failed),
    },
    waiting: count(sent?.waiting),
    isCapped: [received?.week, sent?.all].some((n) => toInteger(n ?? 0) > maxCountedEmails),
  };
}

interface SentCounts {
  readonly all: string;
  readonly waiting: string;
  readonly day_sent: string;
  readonly day_failed: string;
  readonly week_sent: string;
  readonly week_failed: string;
}
