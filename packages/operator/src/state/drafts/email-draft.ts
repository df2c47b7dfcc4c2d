import type { EmailAddress } from "@parlour/protocol";
import type { ChatEmail, EmailContent } from "@parlour/protocol/api";
import { findEmailAddressFault } from "@parlour/protocol/email/address";
import { omitAbsent } from "@parlour/protocol/omit-absent";

/** How an email answers: the sender, everybody whom the letter names, or somebody else. */
export type EmailForm = "reply" | "reply_all" | "forward";
const recipientHeaders = ["to", "cc", "bcc"] as const;
export type RecipientHeader = (typeof recipientHeaders)[number];

/**
 * What the operator changed about the next email of a chat, also on other devices (`DraftEmail`).
 */
export interface EmailDraft {
  readonly form?: EmailForm;
  readonly to?: readonly EmailAddress[] | undefined;
  readonly cc?: readonly EmailAddress[] | undefined;
  readonly bcc?: readonly EmailAddress[];
  readonly subject?: string;
  readonly leaves_out_quote?: boolean;
  /** Numbers of the messages whose files a forwarded letter keeps. */
  readonly attach?: readonly number[];
  /** Set if the text has marks that a tool of the composer added (MAIL-141). */
  readonly format?: "markdown";
  /** New addresses that the operator was asked about. */
  readonly asked?: readonly string[];
}

/** The next email of a chat as the composer shows it. */
export interface EmailHeading {
  readonly form: EmailForm;
  readonly to: readonly EmailAddress[];
  readonly cc: readonly EmailAddress[];
  readonly bcc: readonly EmailAddress[];
  readonly subject: string;
  /** The letter that is quoted, or null. */
  readonly quotes: number | null;
  readonly attach: readonly number[];
  readonly isFormatted: boolean;
}

/** Parses the stored draft of an email, in a chat or new. A text that is none has no fields. */
export function parseEmailDraft<Draft = EmailDraft>(text: string): Partial<Draft> {
  if (text === "") return {};
  try {
    return JSON.parse(text) as Partial<Draft>;
  } catch {
    return {};
  }
}

/** Returns how an email of this chat answers unless the operator chooses: everybody, if several. */
export const getDefaultForm = ({ reply_all }: ChatEmail): EmailForm =>
  reply_all.to.length + reply_all.cc.length > 1 ? "reply_all" : "reply";

/** Combines the defaults of a chat with what the operator changed. */
export function resolveHeading(email: ChatEmail, draft: EmailDraft): EmailHeading {
  const form = draft.form ?? getDefaultForm(email);
  const defaults =
    form === "forward" ? { to: [], cc: [] } : form === "reply" ? email.reply : email.reply_all;
  return {
    form,
    to: draft.to ?? defaults.to,
    cc: draft.cc ?? defaults.cc,
    bcc: draft.bcc ?? [],
    subject: draft.subject ?? email.subject,
    quotes: draft.leaves_out_quote === true || form === "forward" ? null : email.letter,
    attach: draft.attach ?? [],
    isFormatted: draft.format !== undefined,
  };
}

export const isUsable = ({ address }: EmailAddress): boolean =>
  findEmailAddressFault(address) === null;

/** Returns the addresses that have not written or received an email of this conversation. */
export function listNewAddresses(
  { to, cc, bcc }: EmailHeading,
  { known }: ChatEmail,
): readonly string[] {
  return [...to, ...cc, ...bcc]
    .filter((one) => isUsable(one) && !known.includes(one.address.toLowerCase()))
    .map(({ address }) => address);
}

const orAbsent = <Item>(list: Item[]): Item[] | undefined => (list.length > 0 ? list : undefined);

/** Returns the email to send. Wrong addresses are left out. Null if nobody remains in `To`. */
export function toEmailContent(heading: EmailHeading): EmailContent | null {
  const list = (header: RecipientHeader) =>
    heading[header].filter(isUsable).map(({ address, name }) => ({ address, name }));
  const [to, cc, bcc] = [list("to"), list("cc"), list("bcc")];
  if (to.length === 0) return null;
  return {
    subject: heading.subject,
    to,
    ...omitAbsent({
      cc: orAbsent(cc),
      bcc: orAbsent(bcc),
      quotes: heading.quotes ?? undefined,
      attach: orAbsent([...heading.attach]),
      format: heading.isFormatted ? "markdown" : undefined,
    }),
  };
}
