import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ChatEntity, Contact } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import { authorizeActor } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { isEmail } from "../../visitor/offline-form.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";

/** Maximum number of transcript emails per chat. */
export const maxTranscriptMails = 3;
/** Time after the end of a chat in which the visitor may request the transcript. */
const requestPeriodMs = 24 * 3_600_000;

export type MailTranscript =
  | {
      /** null: a rule. */
      readonly operatorId: number | null;
      /** Another address than that of the visitor. */
      readonly address?: string | undefined;
    }
  | {
      readonly visitorId: number;
      /** The email address that the visitor has confirmed (CORE-162), or null if there is none. */
      readonly proven: string | null;
      /** Time until the limits of CORE-242 permit another mail, or null if they permit this one. */
      readonly retryAfterMs: number | null;
    };

/** Text of the failure if the limits of CORE-242 permit no mail. */
export const mailLimitMessage = "The daily limit of emails to this address is reached.";

/**
 * Sends the transcript to the visitor by email (CORE-111, CORE-050). A system message for operators
 * names the address. An operator or a rule may request it at any time, to the visitor's address or
 * to another one. The visitor
 * may request it within 24 h after the end, to an address that they entered and confirmed. For a
 * visitor's request, addresses from other people, pages or operators do not count. Subject:
 * `{chat}`. Failures: `not_found` (chat of another visitor), `not_available` (email is not set up,
 * the chat is not closed, or it ended too long ago), `invalid_request` at `email` (no address),
 * `at_limit`, `confirmation_needed` at `code` (address not confirmed), `rate_limited`. Result: the
 * chat.
 */
export function mailTranscript(input: MailTranscript): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = "operatorId" in input ? authorizeActor(context, input.operatorId) : null;
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (
      chat === undefined ||
      visitor === null ||
      ("visitorId" in input && visitor.id !== input.visitorId)
    )
      return fail("not_found", "There is no such chat.");
    if (context.config.mail === undefined)
      return fail(
        "not_available",
        "Email is not set up for this installation, so nothing can be sent.",
      );
    const to = selectAddress(input, chat, visitor.entity.email, context.now);
    if (typeof to !== "string") return to;
    const next: ChatData = { ...chat, transcripts: (chat.transcripts ?? 0) + 1 };
    const recipient = "operatorId" in input && input.address !== undefined ? to : "the visitor";
    const text =
      actor === null
        ? "The conversation is being mailed to the visitor, who asked for it"
        : `${actor.name} asked to mail the conversation to ${recipient}; it is being sent`;
    return {
      events: [
        createSystemMessage(
          context,
          chat.id,
          {
            code: "transcript_mailed",
            ...omitAbsent({ by: actor?.operator }),
            detail: to,
          },
          text,
        ),
        { name: "chat_updated", chat: next },
      ],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}

/** Returns the address for the transcript, or the reason why it cannot be sent. */
function selectAddress(
  input: MailTranscript,
  chat: ChatData,
  email: Contact | null,
  now: number,
): string | Failure {
  const isByVisitor = "visitorId" in input;
  const isWithinPeriod =
    chat.closed_at !== null && now - Date.parse(chat.closed_at) <= requestPeriodMs;
  if (isByVisitor && !isWithinPeriod)
    return fail("not_available", "A conversation can be mailed within a day after its end.");
  const to = isByVisitor ? getVisitorEmailAddress(email) : (input.address ?? email?.value ?? "");
  if (!isEmail(to))
    return fail("invalid_request", "The visitor has not given an email address.", {
      field: "email",
    });
  if ((chat.transcripts ?? 0) >= maxTranscriptMails)
    return fail("at_limit", `This conversation was already emailed ${maxTranscriptMails} times.`, {
      limit: "transcripts",
    });
  if (isByVisitor && input.proven?.toLowerCase() !== to.toLowerCase())
    return fail("confirmation_needed", "Enter the code that was emailed to this address.", {
      field: "code",
    });
  if (isByVisitor && input.retryAfterMs !== null)
    return fail("rate_limited", mailLimitMessage, { retryAfterMs: input.retryAfterMs });
  return to;
}

/** Returns the latest email address that the visitor entered, or "" if there is none. */
export function getVisitorEmailAddress(email: Contact | null): string {
  if (email === null) return "";
  const addresses = [email, ...(email.others ?? [])].filter(({ source }) => source === "visitor");
  return addresses.toSorted((a, b) => b.at.localeCompare(a.at))[0]?.value ?? "";
}
