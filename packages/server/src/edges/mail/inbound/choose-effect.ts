import type { IgnoredReason } from "../../../connectors/ignored-emails.ts";
import type { ParsedMail } from "../format/parse/types.ts";
import type { MailSettings } from "../settings.ts";

/** What a mail causes (MAIL-080). */
export type MailEffect =
  /** It becomes a message. `automatic`: no program may answer it. */
  | { readonly effect: "message"; readonly automatic: boolean; readonly startsChat: boolean }
  /** It says that a mail of the channel was not delivered. */
  | { readonly effect: "report" }
  | { readonly effect: "ignore"; readonly reason: IgnoredReason };

/**
 * Chooses the effect of a mail. Its kind decides whether a program may answer, never whether a
 * person sees it. An answer to a mail of Parlour belongs to its chat, whatever its headers say.
 */
export function chooseEffect(
  { kind }: ParsedMail,
  {
    isAnswer,
    isKnownSender,
    settings,
  }: {
    /** Whether the mail answers one of Parlour, by a reply address or a Message-ID (MAIL-033). */
    readonly isAnswer: boolean;
    readonly isKnownSender: boolean;
    readonly settings: MailSettings;
  },
): MailEffect {
  switch (kind) {
    case "loop":
      return { effect: "ignore", reason: "mail_loop" };
    case "bounce":
      return { effect: "report" };
    case "auto_reply":
      return { effect: "message", automatic: true, startsChat: false };
    case "automatic":
      return isAnswer || settings.automaticMailsStartChats
        ? { effect: "message", automatic: true, startsChat: true }
        : { effect: "ignore", reason: "automatic_mail" };
    case "newsletter":
      return isAnswer || isKnownSender || settings.newslettersStartChats
        ? { effect: "message", automatic: !isAnswer, startsChat: true }
        : { effect: "ignore", reason: "newsletter" };
    case "no_answer":
      return { effect: "message", automatic: !isAnswer, startsChat: true };
    case "message":
      return { effect: "message", automatic: false, startsChat: true };
  }
}
