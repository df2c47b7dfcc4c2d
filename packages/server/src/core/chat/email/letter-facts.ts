import type { EmailAddress } from "../../entity.ts";
import type { NewMessage } from "../../event.ts";

/** What integrators get about an email: its subject, and the recipients whom all others see. */
export interface LetterFacts {
  readonly subject: string;
  readonly recipients: { readonly to: EmailAddress[]; readonly cc: EmailAddress[] };
}

/** Returns subject and recipients of a message that is an email, or null (MAIL-155). */
export function getLetterFacts({
  origin,
  email,
}: Pick<NewMessage, "origin" | "email">): LetterFacts | null {
  if (email !== undefined)
    return {
      subject: email.subject,
      recipients: { to: email.to.map(withoutSource), cc: email.cc.map(withoutSource) },
    };
  if (origin?.from === undefined) return null;
  return {
    subject: origin.subject ?? "",
    recipients: { to: [...(origin.to ?? [])], cc: [...(origin.cc ?? [])] },
  };
}

const withoutSource = ({ address, name }: EmailAddress): EmailAddress => ({ address, name });
