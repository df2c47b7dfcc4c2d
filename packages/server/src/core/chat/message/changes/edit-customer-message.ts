import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Media, Message } from "../../../entity.ts";
import { fail } from "../../../failure.ts";
import type { CommandHandler } from "../../../command.ts";
import { formatTime } from "../../create.ts";
import { deleteContent, isErased, replaceText } from "./changed-content.ts";

/** A customer's change of their own message, as the service of the channel reports it. */
export interface MessageEdit {
  /** The whole new text, cleaned and truncated (`cut`). For media: the comment, or "". */
  readonly text: string;
  readonly cut?: boolean;
  /** The new media. Absent: the message keeps its media. */
  readonly media?: Media | undefined;
  /** When the customer edited, by the clock of the service, in milliseconds since 1970. */
  readonly editedAt: number;
}

/** `edited`: the stored message was changed. */
export interface EditResult {
  readonly edited: boolean;
}

/**
 * Marks a customer's message as deleted (CORE-312). Its text and media become an earlier text, as
 * by an edit. `at`: when the customer deleted it, in milliseconds since 1970. Nothing is written if
 * it is deleted or erased already. Subject: `{chat, message}`. Failure: `not_found`.
 */
export function deleteCustomerMessage(at: number): CommandHandler<EditResult> {
  return changeCustomerMessage((message) =>
    message.deleted_at === undefined ? deleteContent(message, at) : null,
  );
}

/**
 * Changes the text or media of a customer's message (CORE-283), and keeps the earlier text with it
 * (CORE-284). Nothing is written if the edit is a repeat, is older than the stored one, or changes
 * nothing (CORE-285). The same applies if the content of the message was erased. Subject: `{chat,
 * message}`. Failure: `not_found` (no such message of the customer).
 */
export function editCustomerMessage(edit: MessageEdit): CommandHandler<EditResult> {
  return changeCustomerMessage((message) => applyEdit(message, edit));
}

/** Writes what `change` returns. null: the change has no effect. */
function changeCustomerMessage(
  change: (message: Message) => Message | null,
): CommandHandler<EditResult> {
  return (context) => {
    const { message } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || message === undefined || message.author.kind !== "visitor")
      return fail("not_found", "There is no such message.");
    const changed = isErased(message, context.visitor?.entity) ? null : change(message);
    return changed === null
      ? { events: [], answer: { edited: false } }
      : {
          events: [{ name: "message_updated", message: changed, chat, edited: true }],
          answer: { edited: true },
        };
  };
}

/** Returns the edited message, or null if the edit has no effect. */
function applyEdit(message: Message, { text, cut, media, editedAt }: MessageEdit): Message | null {
  if (message.deleted_at !== undefined) return null;
  const nextMedia = media ?? message.media;
  const isSame =
    text === message.text && JSON.stringify(nextMedia) === JSON.stringify(message.media);
  // Clocks differ, and services report whole seconds: an edit is never before its message, and of
  // two edits in one second the later arrival counts, unless it is a repeat.
  const at = formatTime(Math.max(editedAt, Date.parse(message.created_at)));
  const isRepeat = message.earlier?.some((one) => one.at === at && one.text === text) === true;
  const isOlder = message.edited_at !== undefined && at < message.edited_at;
  if (isSame || isRepeat || isOlder) return null;
  return {
    ...replaceText(message, text, at),
    ...(nextMedia === undefined ? {} : { kind: "media", media: nextMedia }),
    ...omitAbsent({ cut: cut || undefined }),
  };
}
