import type { MailPort } from "../kit/mail-port.ts";

/** Whether the link was emailed. Absent without mail, or if the request is a repeat. */
export interface MailResult {
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
  /** RFC 3339 time. */
  readonly until: string;
}

/**
 * Emails a new link (API-300), once and without retries. The operator who created the link sees it
 * and whether the email was sent. The link must not appear in the delivery log, which others can
 * read.
 */
export async function sendLinkMail(
  { mail }: { readonly mail: MailPort },
  link: LinkMail,
): Promise<MailResult> {
  const { kind, accountId, accountName: account, name, email, by: senderName, url } = link;
  const until = `${link.until.slice(0, 16).replace("T", " ")} UTC`;
  const result = await mail.link(accountId, email, {
    kind,
    name,
    by: senderName,
    account,
    url,
    until,
  });
  return result === null ? {} : { mailed: result };
}
