import type pg from "pg";

/**
 * A simple implementation: four statements in a transaction per message. Must stay unchanged: a
 * baseline is never made slower.
 */
export const createTablesSql = `create table if not exists naive_customer (id bigint primary key, name text, last_at timestamptz);
  create table if not exists naive_chat (id bigint primary key, last_seq int not null default 0, last_at timestamptz);
  create table if not exists naive_message (id bigint generated always as identity primary key, chat_id bigint not null, seq int not null, body text not null, at timestamptz not null default now());
  create index if not exists naive_message_chat on naive_message (chat_id, seq);
  create table if not exists naive_outbox (id bigint generated always as identity primary key, message_id bigint not null, state text not null default 'pending')`;

export interface ChannelRequest {
  readonly sender: { readonly id: string; readonly name?: string };
  readonly message: { readonly text: string };
}
export function getChatNumber(body: ChannelRequest): number {
  return Number.parseInt(body.sender.id.replace(/\D/g, "") || "0", 10);
}

export async function acceptMessage(
  pool: pg.Pool,
  body: ChannelRequest,
  text: string,
): Promise<void> {
  const chat = getChatNumber(body);
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      "insert into naive_customer (id, name, last_at) values ($1, $2, now()) on conflict (id) do update set name = excluded.name, last_at = now()",
      [chat, body.sender.name ?? null],
    );
    const { rows } = await client.query<{ last_seq: number }>(
      "insert into naive_chat (id, last_seq, last_at) values ($1, 1, now()) on conflict (id) do update set last_seq = naive_chat.last_seq + 1, last_at = now() returning last_seq",
      [chat],
    );
    const message = await client.query<{ id: string }>(
      "insert into naive_message (chat_id, seq, body) values ($1, $2, $3) returning id",
      [chat, rows[0]?.last_seq, text],
    );
    await client.query("insert into naive_outbox (message_id) values ($1)", [message.rows[0]?.id]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/**
 * The same four rows in one prepared statement: one round trip and one commit. Must stay unchanged
 * too.
 */
const leanStatement = {
  name: "lean",
  text: `with customer as (
      insert into naive_customer (id, name, last_at) values ($1, $2, now())
        on conflict (id) do update set name = excluded.name, last_at = now()
    ), chat as (
      insert into naive_chat (id, last_seq, last_at) values ($1, 1, now())
        on conflict (id) do update set last_seq = naive_chat.last_seq + 1, last_at = now() returning last_seq
    ), message as (
      insert into naive_message (chat_id, seq, body) select $1, last_seq, $3 from chat returning id
    )
    insert into naive_outbox (message_id) select id from message`,
};
export async function acceptMessageLean(
  pool: pg.Pool,
  body: ChannelRequest,
  text: string,
): Promise<void> {
  const values = [getChatNumber(body), body.sender.name ?? null, text];
  await pool.query({ ...leanStatement, values });
}
