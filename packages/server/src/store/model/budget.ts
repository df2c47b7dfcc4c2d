import type { Db, Sql } from "../database/sql.ts";

/** Use of the language model, counted in the database for all nodes (MODEL-040). */

/** Limits of an account. null: no limit. */
export interface ModelLimits {
  readonly tokens_per_day: number | null;
  readonly tokens_per_chat: number | null;
  readonly parallel_requests: number;
  /** Of texts for the translation server. */
  readonly characters_per_day: number | null;
}
export interface ModelReservation {
  readonly account: number;
  readonly endpointId: number;
  readonly purpose: string;
  readonly chatId: number | null;
  /** Estimate of the tokens of the request and its answer. */
  readonly tokens: number;
  /** Length of the text for the translation server, else 0. */
  readonly characters: number;
  readonly now: number;
  readonly expiresAt: number;
}
export interface ModelUse {
  readonly tokensSent: number;
  readonly tokensReceived: number;
  readonly characters: number;
  /** Millionths of the currency. */
  readonly cost: number;
  readonly failed: boolean;
}
export type ModelLimit = keyof ModelLimits;

/**
 * Reserves the tokens of a request. Returns the id of the reservation, or the limit that forbids
 * it. Reservations of nodes that ended count as used when their time is over.
 */
export async function reserveModelUse(
  db: Db,
  { account, endpointId, purpose, chatId, tokens, characters, now, expiresAt }: ModelReservation,
  limits: ModelLimits,
): Promise<{ readonly id: number } | { readonly limit: ModelLimit }> {
  return db.transaction(async (tx) => {
    // The rows of the servers are the lock of the budget.
    await tx.query(
      "select from endpoint where account_id = $1 and kind = 'model' order by id for update",
      [account],
    );
    await tx.query(
      `with gone as (delete from model_request where account_id = $1 and expires_at <= $2 returning purpose, tokens, characters)
       insert into model_use as u (account_id, hour, purpose, requests, failed, tokens_sent, tokens_received, cost, characters)
       select $1, date_trunc('hour', $2::timestamptz, 'UTC'), g.purpose, count(*), count(*), sum(g.tokens), 0, 0, sum(g.characters) from gone g group by g.purpose
       on conflict (account_id, hour, purpose) do update set requests = u.requests + excluded.requests, failed = u.failed + excluded.failed,
         tokens_sent = u.tokens_sent + excluded.tokens_sent, characters = u.characters + excluded.characters`,
      [account, new Date(now)],
    );
    const [used] = await tx.query<{
      running: number;
      day: number;
      chat: number;
      translated: number;
    }>(
      `select count(*)::int as running,
         (coalesce(sum(r.tokens), 0) + (select coalesce(sum(u.tokens_sent + u.tokens_received), 0) from model_use u
           where u.account_id = $1 and u.hour >= date_trunc('day', $2::timestamptz, 'UTC')))::float8 as day,
         (coalesce(sum(r.tokens) filter (where r.chat_id = $3), 0) + (select coalesce(sum((t.usage->>'tokens_sent')::bigint + (t.usage->>'tokens_received')::bigint), 0)
           from delivery d join attempt t on t.account_id = d.account_id and t.delivery_id = d.id
           where d.account_id = $1 and d.chat_id = $3 and d.endpoint_id = $4 and d.event <> 'replay' and t.usage is not null))::float8 as chat,
         (coalesce(sum(r.characters), 0) + (select coalesce(sum(u.characters), 0) from model_use u
           where u.account_id = $1 and u.hour >= date_trunc('day', $2::timestamptz, 'UTC')))::float8 as translated
       from model_request r where r.account_id = $1`,
      [account, new Date(now), chatId, endpointId],
    );
    const { running = 0, day = 0, chat = 0, translated = 0 } = used ?? {};
    if (running >= limits.parallel_requests) return { limit: "parallel_requests" };
    // A request has tokens or characters.
    const isAbove = (limit: number | null, used: number, added: number): boolean =>
      limit !== null && added > 0 && used + added > limit;
    if (isAbove(limits.characters_per_day, translated, characters))
      return { limit: "characters_per_day" };
    if (isAbove(limits.tokens_per_day, day, tokens)) return { limit: "tokens_per_day" };
    if (chatId !== null && isAbove(limits.tokens_per_chat, chat, tokens))
      return { limit: "tokens_per_chat" };
    const [row] = await tx.query<{ id: number }>(
      `insert into model_request (account_id, chat_id, purpose, tokens, characters, expires_at) values ($1, $2, $3, $4, $5, $6)
       returning id::float8 as id`,
      [account, chatId, purpose, tokens, characters, new Date(expiresAt)],
    );
    if (row === undefined) throw new Error("insert into model_request returned no row");
    return row;
  });
}

/** Replaces a reservation by what was used. */
export async function settleModelUse(
  tx: Sql,
  {
    account,
    purpose,
    id,
  }: { readonly account: number; readonly purpose: string; readonly id: number },
  { tokensSent, tokensReceived, characters, cost, failed }: ModelUse,
  now: number,
): Promise<void> {
  await tx.query("delete from model_request where account_id = $1 and id = $2", [account, id]);
  await tx.query(
    `insert into model_use as u (account_id, hour, purpose, requests, failed, tokens_sent, tokens_received, cost, characters)
     values ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $3, 1, $4, $5, $6, $7, $8)
     on conflict (account_id, hour, purpose) do update set requests = u.requests + 1, failed = u.failed + excluded.failed,
       tokens_sent = u.tokens_sent + excluded.tokens_sent, tokens_received = u.tokens_received + excluded.tokens_received, cost = u.cost + excluded.cost, characters = u.characters + excluded.characters`,
    [account, new Date(now), purpose, failed ? 1 : 0, tokensSent, tokensReceived, cost, characters],
  );
}
