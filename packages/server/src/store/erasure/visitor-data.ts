import type { Call, OfflineMessage } from "../../core/entity.ts";
import type { VisitorData } from "../../core/event.ts";
import type { VisitorDataRecord } from "../visitors/visitor-record.ts";
import { normalizeValue, customerKey } from "../../core/blacklist/normalize.ts";
import { contactNames, contacts } from "../../core/contacts.ts";
import { listSourcedValues } from "../../core/search/contact-keys.ts";
import { listPhoneNotations } from "../../core/phone-notations.ts";
import type { Reader } from "../database/reader.ts";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";

/*
 * SQL conditions for the rows of a visitor, shared by the erasure (CORE-116) and the export
 * (API-270). `$1` is the account, and `$2` the visitor id.
 */

/** SQL condition on `record`: calls and offline messages of the visitor. */
export const visitorRecordsCondition = "account_id = $1 and visitor_id = $2";
/** SQL condition on `file`: files that the visitor sent, and files sent in their chats. */
export const visitorFilesCondition = `account_id = $1 and state <> 'gone' and (author_kind = 'visitor' and author_id = $2
  or chat_id in (select id from chat where account_id = $1 and visitor_id = $2))`;
/** Block list values of this visitor alone. `$3`, `$4`: from `toBlockIdentifiers`. */
export const blocksByIdentifierCondition = `account_id = $1 and (kind = any('{email,phone}') and value = any($3::text[]) or kind = 'customer' and value = $4
  or kind = 'user_token' and value in (select token from user_token where account_id = $1 and visitor_id = $2))`;
/** SQL condition on `blacklist_entry`: by visitor id, or from the visitor's chats. */
export const blocksByVisitorCondition = `account_id = $1 and (kind = 'visitor' and value = $2::bigint::text
  or chat_id in (select id from chat where account_id = $1 and visitor_id = $2))`;

/**
 * Returns the visitor's email addresses and phone numbers in the normalized form of the block list,
 * phone numbers in all notations (CORE-311), and the visitor's key on the channel.
 */
export function toBlockIdentifiers(visitor: {
  readonly body: string;
  readonly source: number;
  readonly customer: string;
}): readonly [string[], string] {
  const stored = JSON.parse(visitor.body) as VisitorData;
  const values = contactNames.flatMap((field) => {
    const { comparedAs } = contacts[field];
    if (comparedAs === undefined) return [];
    return listSourcedValues(stored[field]).flatMap((contact) => {
      const value = normalizeValue(comparedAs, contact.value);
      if (value === null) return [];
      return comparedAs === "phone" ? listPhoneNotations(value) : [value];
    });
  });
  return [values, customerKey(visitor.source, visitor.customer)];
}

export async function readVisitorData(
  reader: Reader,
  account: number,
  visitor: number,
): Promise<VisitorDataRecord> {
  const parameters = [account, visitor];
  const records = await reader.rows<{ kind: "call" | "offline_message"; body: string }>(
    account,
    `select kind, body from record where ${visitorRecordsCondition} order by created_at, id`,
    parameters,
  );
  const bodies = <T>(kind: string): T[] =>
    records.flatMap((record) => (record.kind === kind ? [JSON.parse(record.body) as T] : []));
  const files = await reader.rows<FileRow>(
    account,
    `select id, token, name, type, size, storage, chat_id, created_at from file where ${visitorFilesCondition} and state = 'stored' order by id`,
    parameters,
  );
  return {
    calls: bodies<Call>("call"),
    offlineMessages: bodies<OfflineMessage>("offline_message"),
    files: files.map(({ id, size, chat_id, created_at, ...file }) => ({
      ...file,
      id: toInteger(id),
      size: toInteger(size),
      chatId: chat_id === null ? null : toInteger(chat_id),
      createdAt: toIsoTime(created_at),
    })),
    blacklist: await readVisitorBlocks(reader, account, visitor),
  };
}

async function readVisitorBlocks(
  reader: Reader,
  account: number,
  visitor: number,
): Promise<VisitorDataRecord["blacklist"]> {
  const row = await reader.one<{ body: string; source: number; customer: string }>(
    account,
    "select body, source::float8 as source, customer from visitor where account_id = $1 and id = $2",
    [account, visitor],
  );
  if (row === null) return [];
  const rows = await reader.rows<BlockRow>(
    account,
    `select kind, case when kind <> 'user_token' then shown end as value, reason, created_at, until, lifted_at from blacklist_entry
     where (${blocksByIdentifierCondition}) or (${blocksByVisitorCondition}) order by id`,
    [account, visitor, ...toBlockIdentifiers(row)],
  );
  return rows.map(({ kind, value, reason, created_at, until, lifted_at }) => ({
    kind,
    value,
    reason,
    createdAt: toIsoTime(created_at),
    until: toIsoTimeOrNull(until),
    liftedAt: toIsoTimeOrNull(lifted_at),
  }));
}

interface FileRow {
  readonly id: string;
  readonly token: string;
  readonly name: string;
  readonly type: string;
  readonly size: string;
  readonly storage: "disk" | "s3";
  readonly chat_id: string | null;
  readonly created_at: Date;
}
interface BlockRow {
  readonly kind: string;
  readonly value: string | null;
  readonly reason: string | null;
  readonly created_at: Date;
  readonly until: Date | null;
  readonly lifted_at: Date | null;
}
