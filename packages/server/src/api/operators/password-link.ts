import type { Principal } from "../../auth/index.ts";
import { sendLinkMail, type LinkMail, type MailResult } from "./mail-link.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { generateLinkToken, hashLinkToken } from "../../auth/secrets.ts";
import type { Tx } from "../stores/tx.ts";

/** Creates a link that sets a password once. */
export async function createPasswordLink(
  deps: Pick<OperatorDeps, "operators">,
  tx: Tx,
  account: number,
  id: number,
  kind: "invite" | "reset",
  expiresAt: number,
): Promise<{ token: string; expiresAt: string }> {
  const token = generateLinkToken(account);
  await deps.operators.armPasswordLink(tx, account, id, kind, hashLinkToken(token), expiresAt);
  return { token, expiresAt: new Date(expiresAt).toISOString() };
}

/** Mails the link if mail is set up. */
export async function mailPasswordLink(
  deps: Pick<OperatorDeps, "accounts" | "mail">,
  { accountId, name: senderName }: Principal,
  link: Pick<LinkMail, "kind" | "name" | "email" | "url" | "until">,
): Promise<MailResult> {
  if (!deps.mail.isAvailable()) return {};
  const accountName = (await deps.accounts.find(accountId))?.name ?? "";
  return sendLinkMail(deps, { ...link, accountId, accountName, by: senderName });
}
