import { showsArticles } from "../../articles/help-center.ts";
import { lastSeq } from "../../last-entry.ts";
import type { WidgetSettings } from "@parlour/protocol/settings/widget-settings";
import type { ChatData, VisitorData } from "../../../core/event.ts";
import { accountMoved, type MovedTo } from "../../database/database-errors.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger } from "../../database/parameters.ts";

/** A widget of any account, found by its public id (WG-005). One of a moved account is refused. */
export interface WidgetRow {
  readonly account: number;
  readonly channelId: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: WidgetSettings;
  /** Sealed secret of signed identity (WG-047), or null if it is off. */
  readonly identitySecret: Buffer | null;
  /** Whether its window shows articles of the help centre (WG-310). */
  readonly hasArticles: boolean;
}
export async function findWidget(sql: Sql, publicId: string): Promise<WidgetRow | null> {
  const [row] = await sql.query<
    Omit<WidgetRow, "channelId" | "identitySecret"> & {
      id: number;
      secret: Buffer | null;
      movedTo: MovedTo | null;
    }
  >(
    `select c.account_id::float8 as account, c.id::float8 as id, c.name, c.enabled and not a.suspended as enabled, c.widget as settings,
       c.identity_secret as secret, a.moved_to as "movedTo", ${showsArticles} as "hasArticles"
     from channel c join account a on a.id = c.account_id where c.public_id = $1 and c.kind = 'widget' and c.deleted_at is null`,
    [publicId],
  );
  if (row === undefined) return null;
  const { id, secret, movedTo, ...rest } = row;
  if (movedTo !== null) throw accountMoved(movedTo);
  return { ...rest, channelId: id, identitySecret: secret };
}

/** A widget's visitor with their latest chat. */
export interface WidgetVisitorRow {
  readonly id: number;
  readonly number: number;
  readonly visitor: VisitorData;
  /** Value that the page passed to `setUserToken` (WG-046), or null if it never did. */
  readonly userToken: string | null;
  readonly chat: { readonly id: number; readonly seq: number; readonly entity: ChatData } | null;
}
export async function findWidgetVisitor(
  sql: Sql,
  account: number,
  channelId: number,
  customer: string,
): Promise<WidgetVisitorRow | null> {
  const [row] = await sql.query<{
    id: string;
    number: string;
    body: string;
    token: string | null;
    chat_id: string | null;
    last_seq: number;
    chat_body: string;
  }>(
    `select v.id, v.number, v.body, u.token, c.id as chat_id, ${lastSeq("c.account_id", "c.id")} as last_seq, c.body as chat_body from visitor v
       left join user_token u on u.account_id = v.account_id and u.visitor_id = v.id
       left join lateral (select c.account_id, c.id, c.body from chat c where c.account_id = v.account_id and c.visitor_id = v.id and c.source = v.source
         order by c.created_at desc, c.id desc limit 1) c on true
     where v.account_id = $1 and v.source = $2 and v.customer = $3`,
    [account, channelId, customer],
  );
  if (row === undefined) return null;
  return {
    id: toInteger(row.id),
    number: toInteger(row.number),
    visitor: JSON.parse(row.body) as VisitorData,
    userToken: row.token,
    chat:
      row.chat_id === null
        ? null
        : {
            id: toInteger(row.chat_id),
            seq: row.last_seq,
            entity: JSON.parse(row.chat_body) as ChatData,
          },
  };
}
