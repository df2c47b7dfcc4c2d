import { fail, Refusal } from "../../core/failure.ts";
import type { WriteResult } from "../../core/command.ts";
import type { CommandJob } from "./jobs.ts";
import type { NamedQuery } from "./load-state.ts";

/**
 * Finds the first answers of commands whose idempotency key or client id was used before. Returns a
 * Refusal if the key came with a different body (CH-058). For a visitor's message without a chat,
 * all chats of that visitor are searched, and the latest match counts.
 */
export async function findRepeatedCommands(
  db: NamedQuery,
  jobs: readonly CommandJob[],
): Promise<ReadonlyMap<CommandJob, WriteResult | Refusal>> {
  const repeats = new Map<CommandJob, WriteResult | Refusal>();
  const keyed = jobs.flatMap((job) =>
    job.command.idempotency ? [{ job, key: job.command.idempotency }] : [],
  );
  if (keyed.length > 0) {
    const rows = await db.query<{ i: number; hash: Uint8Array; answer: string }>(
      "known_keys",
      `
      select q.i::int, k.hash, k.answer from unnest($1::bigint[], $2::text[], $3::text[], $4::float8[]) with ordinality q(account, scope, key, now, i)
      join idempotency k on k.account_id = q.account and k.scope = q.scope and k.key = q.key and k.created_at > to_timestamp(q.now / 1000) - idempotency_ttl(k.scope)`,
      [
        keyed.map((item) => item.job.account),
        keyed.map((item) => item.key.scope),
        keyed.map((item) => item.key.key),
        keyed.map((item) => item.job.now),
      ],
    );
    for (const row of rows) {
      const item = keyed[row.i - 1];
      if (item)
        repeats.set(
          item.job,
          equalBytes(row.hash, item.key.hash)
            ? toReplayed(JSON.parse(row.answer), "key")
            : idempotencyConflict(),
        );
    }
  }
  const clients = jobs.flatMap((job) => {
    const { client, subject } = job.command;
    return client && !repeats.has(job)
      ? [{ job, client, chat: "chat" in subject ? subject.chat : null }]
      : [];
  });
  if (clients.length > 0) {
    const rows = await db.query<{ i: number; seq: number; body: string }>(
      "known_clients",
      `
      select q.i::int, j.seq, j.body from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[]) with ordinality q(account, chat, kind, author, client, i)
      cross join lateral (select q.chat as id where q.chat is not null
        union all select c.id from chat c where q.chat is null and c.account_id = q.account and c.visitor_id = q.author) c
      join journal j on j.account_id = q.account and j.chat_id = c.id and j.author_kind = q.kind and j.author_id = q.author and j.client_id = q.client
      order by j.position`,
      [
        clients.map((item) => item.job.account),
        clients.map((item) => item.chat),
        clients.map((item) => item.client.authorKind),
        clients.map((item) => item.client.authorId),
        clients.map((item) => item.client.id),
      ],
    );
    for (const row of rows) {
      const item = clients[row.i - 1];
      if (item)
        repeats.set(
          item.job,
          toReplayed({ seq: row.seq, ...(JSON.parse(row.body) as object) }, "client"),
        );
    }
  }
  return repeats;
}

function toReplayed(answer: unknown, replayed: "key" | "client"): WriteResult {
  return { answer, replayed: replayed, position: 0 };
}
/** Creates the Refusal for an idempotency key that came with a different body (CH-058). */
export function idempotencyConflict(): Refusal {
  return new Refusal(
    fail(
      "idempotency_conflict",
      "This Idempotency-Key was used before with another body. Use a new key for a new message.",
    ),
  );
}
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, n) => byte === b[n]);
}
