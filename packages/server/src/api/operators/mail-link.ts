import type { MailPort } from "../kit/mail-port.ts";

/** Whether the link was emailed. Absent without mail, or if the request is a repeat. */
export interface MailResult {
  readonly mailed?: { readonly ok: boolean; readonly message: string };
}
/** A link that sets a password, and its receiver. */
export interface PasswordLink {
  readonly kind: "invite" | "reset" | "forgot";
  readonly name: string;
  readonly email: string;
  readonly url: string;
  /** RFC 3339 time. */
  readonly until: string;
}
interface LinkMail extends PasswordLink {
  readonly accountId: number;
  readonly accountName: string;
  readonly by: string;
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
  const { kind, name, by, url } = link;
  const until = `${link.until.slice(0, 16).replace("T", " ")} UTC`;
  const result = await mail.link(link.accountId, link.email, {
    kind,
    name,
    by,
    account: link.accountName,
    url,
    until,
  });
  return result === null ? {} : { mailed: result };
}
