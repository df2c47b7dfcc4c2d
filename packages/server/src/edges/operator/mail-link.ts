import type { Deps } from "./deps.ts";

/** Whether a link went out by mail too; absent: mail is not set up, or the answer is a repeated one. */
export interface Mailed {
  readonly mailed?: { readonly ok: boolean; readonly message: string };
}
export interface LinkMail {
  readonly kind: "invite" | "reset" | "forgot";
  readonly accountId: number;
  readonly accountName: string;
  readonly name: string;
  readonly email: string;
  readonly by: string;
  readonly url: string;
  /** RFC 3339. */
  readonly until: string;
}

/**
 * Sends a link that was just made (API-041). At once and once: its maker has the link and reads whether the mail went, and a link is no
 * business of the ledger, which others read.
 */
export async function mailLink({ mail }: Pick<Deps, "mail">, link: LinkMail): Promise<Mailed> {
  const { kind, accountId, accountName: account, name, email, by, url } = link;
  const until = `${link.until.slice(0, 16).replace("T", " ")} UTC`;
  const sent = await mail.link(accountId, email, { kind, name, by, account, url, until });
  return sent === null ? {} : { mailed: sent };
}
