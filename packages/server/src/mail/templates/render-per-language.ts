import type { RequestImpossible } from "../../delivery/index.ts";
import type { MailContent } from "./layout.ts";
import type { AddressedMail, MailRecipient, RenderedMails } from "./mail-data.ts";
import type { MailLanguage } from "./operator-text.ts";

/** Renders one email per language of the recipients. */
export function renderPerLanguage(
  readers: readonly MailRecipient[],
  render: (language: MailLanguage) => MailContent,
): RenderedMails | RequestImpossible {
  const [first, ...otherMails] = [...new Set(readers.map(({ language }) => language))]
    .toSorted()
    .map((language): AddressedMail => ({
      ...render(language),
      to: readers.filter((recipient) => recipient.language === language).map(({ email }) => email),
      isAutomatic: true,
      part: language,
    }));
  return first === undefined ? noRecipients : [first, ...otherMails];
}

export const noRecipients: RequestImpossible = {
  never: "withdrawn",
  message: "No recipient wants this email any more.",
};
export const tooLate: RequestImpossible = {
  never: "withdrawn",
  message: "It came too late to be useful.",
};
