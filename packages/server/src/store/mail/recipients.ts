import type { Sql } from "../database/sql.ts";
import { addedPermissions } from "../settings/account/operator.ts";

/** Data of emails. It is read with the role of the writer when an email is sent. */

export async function readMailLocale(sql: Sql, account: number): Promise<string> {
  const [row] = await sql.query<{ locale: string }>("select locale from account where id = $1", [
    account,
  ]);
  return row?.locale ?? "en";
}

/**
 * Recipient of an email. `locale` is the language that they chose, otherwise that of their last
 * sign-in page, otherwise that of the account.
 */
export interface MailRecipient {
  readonly id: string;
  readonly email: string;
  readonly locale: string;
}
const selectRecipient =
  "select o.id, o.email, coalesce(o.language, o.page_language, a.locale) as locale from operator o join account a on a.id = o.account_id";

/** Returns those of the given operators who are active, by ascending id. */
export function listMailRecipients(
  sql: Sql,
  account: number,
  operators: readonly number[],
): Promise<readonly MailRecipient[]> {
  return sql.query<MailRecipient>(
    `${selectRecipient} where o.account_id = $1 and o.id = any($2::bigint[]) and o.active order by o.id`,
    [account, operators],
  );
}
/** Returns the operators who receive emails about endpoint outages (CORE-112). */
export function listOutageRecipients(sql: Sql, account: number): Promise<readonly MailRecipient[]> {
  return sql.query<MailRecipient>(
    `${selectRecipient} where o.account_id = $1 and o.active and o.mail_faults
       and (o.role in ('owner', 'admin', 'developer') or 'deliveries.read' = any(${addedPermissions})) order by o.id`,
    [account],
  );
}
/** Returns the owners, who receive emails about new outbound addresses (CORE-251). */
export function listOwnerRecipients(sql: Sql, account: number): Promise<readonly MailRecipient[]> {
  return sql.query<MailRecipient>(
    `${selectRecipient} where o.account_id = $1 and o.active and o.role = 'owner' order by o.id`,
    [account],
  );
}
/** Returns owners and administrators, who receive emails about rules (RULE-027). */
export function listManagerRecipients(
  sql: Sql,
  account: number,
): Promise<readonly MailRecipient[]> {
  return sql.query<MailRecipient>(
    `${selectRecipient} where o.account_id = $1 and o.active and o.role in ('owner', 'admin') order by o.id`,
    [account],
  );
}
/** Returns the language for an email of the account to this address. */
export async function findRecipientLocale(
  sql: Sql,
  account: number,
  email: string,
): Promise<string> {
  const [row] = await sql.query<MailRecipient>(
    `${selectRecipient} where o.account_id = $1 and lower(o.email) = lower($2)`,
    [account, email],
  );
  return row?.locale ?? readMailLocale(sql, account);
}
