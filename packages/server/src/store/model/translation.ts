import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";

/** A message in another language. */
export interface TranslationKey {
  readonly account: number;
  readonly chatId: number;
  readonly seq: number;
  readonly language: string;
  /** The text of the message. */
  readonly source: string;
}
/** `from`: the language of the message, or null if it is unknown. */
export interface StoredTranslation {
  readonly text: string;
  readonly from: string | null;
}

/** Returns the stored translation of a message (ASSIST-058), or null. */
export const findTranslation = (
  reader: Reader,
  { account, chatId, seq, language, source }: TranslationKey,
): Promise<StoredTranslation | null> =>
  reader.one<{ text: string; from: string | null }>(
    account,
    `select text, source_language as "from" from message_translation
     where account_id = $1 and chat_id = $2 and seq = $3 and language = $4 and source_hash = md5($5)`,
    [account, chatId, seq, language, source],
  );

/** Stores a translation, unless the texts of the chat were removed meanwhile. */
export async function saveTranslation(
  sql: Sql,
  { account, chatId, seq, language, source }: TranslationKey,
  { text, from }: StoredTranslation,
  now: number,
): Promise<void> {
  await sql.query(
    `insert into message_translation as t (account_id, chat_id, seq, language, source_language, source_hash, text, created_at)
     select c.account_id, c.id, $3, $4, $5, md5($6), $7, $8 from chat c
     where c.account_id = $1 and c.id = $2 and c.removed_at is null
       and not exists (select from erasure e where e.account_id = c.account_id and e.visitor_id = c.visitor_id) for share of c
     on conflict (account_id, chat_id, seq, language) do update
       set source_language = excluded.source_language, source_hash = excluded.source_hash, text = excluded.text, created_at = excluded.created_at`,
    [account, chatId, seq, language, from, source, text, new Date(now)],
  );
}

/** Removes the translations of the messages of chats. */
export async function eraseTranslations(
  tx: Sql,
  account: number,
  chats: readonly number[],
): Promise<void> {
  await tx.query(
    "delete from message_translation where account_id = $1 and chat_id = any($2::bigint[])",
    [account, chats],
  );
}
