import type { Message } from "../../core/entity.ts";
import { lookupJoin } from "../../store/database/parameters.ts";
import type { ConsumerDeps } from "./durable-consumer.ts";

/** New words of a message in the table `search_message`, as texts of tsvectors. */
export interface ReplacedWords {
  readonly account: number;
  readonly message: Message;
  /** Words that the row must still have. null: any, except those of an erased message. */
  readonly before: string | null;
  readonly after: string;
}

/**
 * Replaces the words of indexed messages. Messages without a row, and erased ones, stay as they
 * are. Rows are looked up by key: otherwise PostgreSQL may compare each message with all messages
 * of its account.
 */
export async function replaceWords(
  pool: ConsumerDeps["pool"],
  rows: readonly ReplacedWords[],
): Promise<void> {
  await pool.query(
    `update search_message s set words = replace(r.after, '~', search_scope(s.account_id, s.position))::tsvector
     from (
       select q.account, j.position, q.before, q.after
       from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::text[]) q(account, chat, seq, before, after)
       ${lookupJoin("journal", "j", "j.account_id = q.account and j.chat_id = q.chat and j.seq = q.seq")}
       offset 0) r
     where s.account_id = r.account and s.position = r.position and s.words <> ''::tsvector
       and (r.before is null or s.words = replace(r.before, '~', search_scope(s.account_id, s.position))::tsvector)`,
    [
      rows.map(({ account }) => account),
      rows.map(({ message }) => message.chat_id),
      rows.map(({ message }) => message.seq),
      rows.map(({ before }) => before),
      rows.map(({ after }) => after),
    ],
  );
}
