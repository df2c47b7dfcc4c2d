import type { MailRecord, MailStateRecord, MailWishesRecord } from "../../core/record/mail.ts";
import type { Sql } from "../sql.ts";

export async function readMail(sql: Sql): Promise<MailStateRecord> {
  const [row] = await sql.query<{ mail: Omit<MailRecord, "password"> | null; password: Buffer | null; managed: boolean }>(
    "select mail, mail_password as password, mail_managed as managed from instance",
  );
  const { mail = null, password = null, managed = false } = row ?? {};
  return { mail: mail === null ? null : { ...mail, password }, managed };
}

/** Accounts get their endpoint by a trigger (0034_mail.sql). */
export async function setMail(tx: Sql, to: MailStateRecord): Promise<void> {
  const { password = null, ...mail } = to.mail ?? {};
  await tx.query("update instance set mail = $1, mail_password = $2, mail_managed = $3", [
    to.mail === null ? null : JSON.stringify(mail),
    password,
    to.managed,
  ]);
}

/** The smallest account: whose head a change that counts in all of them takes first. */
export async function firstAccount(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ id: number }>("select min(account_id)::float8 as id from account_head");
  return row?.id ?? 0;
}
/** Locks the heads of all accounts but this one, whose head the transaction holds, in rising order; answers them. */
export async function lockOtherAccounts(tx: Sql, account: number): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    "select account_id::float8 as id from account_head where account_id <> $1 order by account_id for update",
    [account],
  );
  return rows.map((row) => row.id);
}

export const mailWishes = "mail_offline as offline, mail_missed as missed, mail_reminders as reminders, mail_faults as faults";

/** `reminders`, `faults` absent: as before. Answers them as they are now; null: no such operator. */
export async function setMailWishes(
  tx: Sql,
  account: number,
  operator: number,
  wishes: Pick<MailWishesRecord, "offline" | "missed"> & Partial<MailWishesRecord>,
): Promise<MailWishesRecord | null> {
  const [row] = await tx.query<MailWishesRecord>(
    `update operator set mail_offline = $3, mail_missed = $4, mail_reminders = coalesce($5::boolean, mail_reminders),
       mail_faults = coalesce($6::boolean, mail_faults)
     where account_id = $1 and id = $2 returning ${mailWishes}`,
    [account, operator, wishes.offline, wishes.missed, wishes.reminders ?? null, wishes.faults ?? null],
  );
  return row ?? null;
}

/** The language in which the page of sign-in spoke to an operator (CORE-112). No verb reads it. */
export async function writePageLanguage(sql: Sql, account: number, operator: number, language: "en" | "ru"): Promise<void> {
  await sql.query("update operator set page_language = $3 where account_id = $1 and id = $2 and page_language is distinct from $3", [
    account,
    operator,
    language,
  ]);
}
/** The language an operator chose in the application. No verb reads it. */
export async function writeMailLanguage(sql: Sql, account: number, operator: number, language: "en" | "ru"): Promise<void> {
  await sql.query("update operator set language = $3 where account_id = $1 and id = $2", [account, operator, language]);
}
