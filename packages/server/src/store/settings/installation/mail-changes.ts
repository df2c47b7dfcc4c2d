import type { mail } from "@parlour/protocol/settings/kinds/mail";
import type { Values } from "@parlour/protocol/settings/values";
import { accountLock } from "../../database/locks.ts";
import { fromMilliseconds, type Sql } from "../../database/sql.ts";

/** The SMTP server for outgoing email (CFG-032). `password` is sealed with SECRET_KEY. */
export interface MailRecord extends Readonly<Values<(typeof mail)["fields"]>> {
  readonly password: Buffer | null;
}
/** State of the email settings: the mail server, and who manages it. */
export interface MailStateRecord {
  /** The mail server, or null if email is not set up. */
  readonly mail: MailRecord | null;
  /** True if the provisioning file manages the mail server (CFG-025). */
  readonly managed: boolean;
}
/** The kinds of email that an operator wants to receive. */
export interface MailPreferencesRecord {
  readonly offline: boolean;
  readonly missed: boolean;
  readonly reminders: boolean;
  /** Whether the operator wants emails about failing endpoints (CORE-112). */
  readonly faults: boolean;
}

export async function readMail(sql: Sql): Promise<MailStateRecord> {
  const [row] = await sql.query<{
    mail: Omit<MailRecord, "password"> | null;
    password: Buffer | null;
    managed: boolean;
  }>("select mail, mail_password as password, mail_managed as managed from instance");
  const { mail = null, password = null, managed = false } = row ?? {};
  return { mail: mail === null ? null : { ...mail, password }, managed };
}

/** Sets the mail server. The trigger `open_mail_endpoints` creates the mail endpoints. */
export async function setMail(tx: Sql, state: MailStateRecord): Promise<void> {
  const { password = null, ...mail } = state.mail ?? {};
  await tx.query(
    "update instance set mail = $1, mail_password = $2, mail_managed = $3, mail_tested_at = null",
    [state.mail === null ? null : JSON.stringify(mail), password, state.managed],
  );
}

/** Stores that a test of the saved mail server succeeded. */
export async function recordMailTest(sql: Sql, now: number): Promise<void> {
  await sql.query(
    `update instance set mail_tested_at = ${fromMilliseconds("$1")} where mail is not null`,
    [now],
  );
}

/**
 * Returns the sender of the mail server, and whether it is known to work (API-443): a test
 * succeeded since it was saved, or an email of the account was sent. Returns null without a mail
 * server.
 */
export async function readEmailProgress(
  sql: Sql,
  account: number,
): Promise<{ readonly from: string; readonly works: boolean } | null> {
  const [row] = await sql.query<{ from: string; works: boolean }>(
    `select i.mail ->> 'from' as from, i.mail_tested_at is not null or exists (
       select from endpoint e join delivery d on d.account_id = e.account_id and d.endpoint_id = e.id
       where e.account_id = $1 and e.kind = 'mail' and d.state = 'delivered') as works
     from instance i where i.mail is not null`,
    [account],
  );
  return row ?? null;
}

/** Returns the smallest account id. A change that affects all accounts locks this account first. */
export async function findFirstAccount(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ id: number }>(
    "select min(account_id)::float8 as id from account_head",
  );
  return row?.id ?? 0;
}
/** Locks and returns all other accounts in order. The caller has the given one's lock. */
export async function lockOtherAccounts(tx: Sql, account: number): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    `select h.account_id::float8 as id, ${accountLock("h.account_id")} from (select * from account_head h where h.account_id <> $1 order by h.account_id offset 0) h`,
    [account],
  );
  return rows.map((row) => row.id);
}

export const mailPreferences =
  "mail_offline as offline, mail_missed as missed, mail_reminders as reminders, mail_faults as faults";

/**
 * Sets the email preferences of an operator. If `reminders` and `faults` are absent, they do not
 * change. Returns all preferences, or null if the operator does not exist.
 */
export async function setMailPreferences(
  tx: Sql,
  account: number,
  operator: number,
  preferences: Partial<MailPreferencesRecord> & {
    readonly offline: boolean;
    readonly missed: boolean;
  },
): Promise<MailPreferencesRecord | null> {
  const [row] = await tx.query<MailPreferencesRecord>(
    `update operator set mail_offline = $3, mail_missed = $4, mail_reminders = coalesce($5::boolean, mail_reminders),
       mail_faults = coalesce($6::boolean, mail_faults)
     where account_id = $1 and id = $2 returning ${mailPreferences}`,
    [
      account,
      operator,
      preferences.offline,
      preferences.missed,
      preferences.reminders ?? null,
      preferences.faults ?? null,
    ],
  );
  return row ?? null;
}

/** Stores the language of the sign-in page (CORE-243). No lock: no handler reads it. */
export async function writePageLanguage(
  sql: Sql,
  account: number,
  operator: number,
  language: "en" | "ru",
): Promise<void> {
  await sql.query(
    "update operator set page_language = $3 where account_id = $1 and id = $2 and page_language is distinct from $3",
    [account, operator, language],
  );
}
/** Stores the language of the application. No lock: no handler reads it. */
export async function writeMailLanguage(
  sql: Sql,
  account: number,
  operator: number,
  language: "en" | "ru",
): Promise<void> {
  await sql.query("update operator set language = $3 where account_id = $1 and id = $2", [
    account,
    operator,
    language,
  ]);
}
