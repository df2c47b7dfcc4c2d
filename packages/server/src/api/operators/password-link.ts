import type { Principal } from "../../auth/index.ts";
import { sendLinkMail, type MailResult, type PasswordLink } from "./mail-link.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { generateLinkToken, hashLinkToken } from "../../auth/secrets.ts";
import { createPasswordLink } from "../../store/settings/account/operator-changes.ts";
import { findAccount } from "../../store/settings/account/account.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Creates a one-time link that sets a password. */
export async function issuePasswordLink(
  tx: Sql,
  { account, id }: { readonly account: number; readonly id: number },
  kind: "invite" | "reset",
  expiresAt: number,
): Promise<{ token: string; expiresAt: string }> {
  const token = generateLinkToken(account);
  await createPasswordLink(tx, { account, id }, { kind, hash: hashLinkToken(token), expiresAt });
  return { token, expiresAt: new Date(expiresAt).toISOString() };
}

/** Emails the link if mail is configured. */
export async function mailPasswordLink(
  deps: OperatorDeps,
  { accountId, name }: Principal,
  link: PasswordLink,
): Promise<MailResult> {
  if (!deps.mail.isAvailable()) return {};
  const accountName = (await findAccount(deps.reader, accountId))?.name ?? "";
  return sendLinkMail(deps, { ...link, accountId, accountName, by: name });
}
