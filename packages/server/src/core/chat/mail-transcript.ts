import type { Contact } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { isEmail } from "../visitor/offline-form.ts";
import { chatAnswer, systemLine } from "./draft.ts";

/** Maximum number of transcript mails per chat. */
export const mostTranscripts = 3;
/** Time after the end in which a visitor may request the transcript. */
const askWithinMs = 24 * 3_600_000;

export type MailTranscript =
  | { readonly operatorId: number }
  | {
      readonly visitorId: number;
      /** The address that the visitor has confirmed (CORE-162); null: none. */
      readonly proven: string | null;
    };

/**
 * Mails the conversation to its visitor (CORE-111, CORE-050). A system message for operators names
 * the address. An operator may request it at any time, to the visitor's address. The visitor may
 * request it within 24 h after the end, to an address that they entered and confirmed. Addresses
 * from strangers, pages or operators do not count for that.
 * Subject: `{chat}`. Failures: `not_found` (chat of another visitor), `not_available` (no mail; not
 * closed, or too long ago), `invalid_request` at `email` (no address), `at_limit`,
 * `confirmation_needed` at `code` (address not confirmed). Answers the chat.
 */
export function mailTranscript(input: MailTranscript): Verb {
  return (scene) => {
    const by = "operatorId" in input ? actingOperator(scene, input.operatorId) : null;
    if (isFailure(by)) return by;
    const { visitor } = scene;
    const chat = scene.chat?.entity;
    if (chat === undefined || visitor === null || ("visitorId" in input && visitor.id !== input.visitorId))
      return fail("not_found", "There is no such chat.");
    if (scene.config.mail === undefined) return fail("not_available", "Mail is not set up for this installation, so nothing can be sent.");
    const isOver = chat.closed_at !== null && scene.now - Date.parse(chat.closed_at) <= askWithinMs;
    if (by === null && !isOver) return fail("not_available", "A conversation can be mailed within a day after its end.");
    const to = by === null ? saidAddress(visitor.entity.email) : (visitor.entity.email?.value ?? "");
    if (!isEmail(to)) return fail("invalid_request", "The visitor gave no e-mail address.", { field: "email" });
    const before = chat.transcripts ?? 0;
    if (before >= mostTranscripts) return fail("at_limit", `This conversation was mailed ${mostTranscripts} times.`);
    if ("visitorId" in input && input.proven?.toLowerCase() !== to.toLowerCase())
      return fail("confirmation_needed", "Enter the code that was mailed to this address.", { field: "code" });
    const next: ChatDraft = { ...chat, transcripts: before + 1 };
    const words =
      by === null
        ? "The conversation is being mailed to the visitor, who asked for it"
        : `${by.name} asked to mail the conversation to the visitor; it is being sent`;
    return {
      events: [
        systemLine(scene, chat.id, { code: "transcript_mailed", ...(by === null ? {} : { by }), detail: to }, words),
        { name: "chat_updated", chat: next },
      ],
      answer: chatAnswer(next, visitor.entity),
    };
  };
}

/** Returns the latest address that the visitor entered; "": none. */
export function saidAddress(email: Contact | null): string {
  if (email === null) return "";
  const said = [email, ...(email.others ?? [])].filter(({ source }) => source === "visitor");
  return said.toSorted((a, b) => b.at.localeCompare(a.at))[0]?.value ?? "";
}
