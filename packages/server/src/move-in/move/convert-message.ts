import type { MoveChat, MoveMessage } from "@parlour/protocol/move-in/record";
import type { Author } from "../../core/entity.ts";
import type { ImportedMessage } from "../../core/move-in/import-chat.ts";
import { createFileMedia, type SentFile } from "../../core/chat/message/file-attachment.ts";
import { cleanText, cutText, toVisibleLine } from "../../core/text.ts";
import type { RecordProblem } from "../source.ts";

const maxTextLength = 50_000;

/** What the messages of a chat need besides their records. */
export interface MessageContext {
  readonly now: number;
  /** Time of the message before, or of the start of the chat. */
  previousAt: number;
  readonly report: (problem: RecordProblem) => void;
  /** Returns the author here of an operator of the other system. */
  readonly findOperator: (id: string | undefined, name: string | undefined) => Author;
  /** Returns the stored files of a message. null: the file is gone. */
  readonly files: ReadonlyMap<string, readonly (SentFile | null)[]>;
}

/** Converts a message. Each further file becomes a message of its own. [] if it is empty. */
export function toImportedMessages(
  message: MoveMessage,
  context: MessageContext,
): readonly ImportedMessage[] {
  const { id } = message;
  const sentAt = readTime(message, context);
  context.previousAt = sentAt;
  const stored = context.files.get(id) ?? [];
  const missing = (message.files ?? []).filter((_, n) => !stored[n]).map(({ name }) => name);
  const lines = [message.text, ...missing.map((name) => `File is gone: ${name}`)];
  const { text, cut } = cutText(
    cleanText(lines.filter((line) => line !== "").join("\n")),
    maxTextLength,
  );
  if (cut) context.report({ kind: "message", id, code: "text_cut" });
  const media = stored.flatMap((file) => (file === null ? [] : [createFileMedia(file)]));
  if (text.trim() === "" && media.length === 0) {
    context.report({ kind: "message", id, code: "empty_message" });
    return [];
  }
  const editedAt = message.edited_at === undefined ? undefined : Date.parse(message.edited_at);
  const common = {
    id,
    author: toAuthor(message, context),
    sentAt,
    editedAt: editedAt === undefined ? undefined : Math.min(editedAt, context.now),
    isNote: message.is_note === true,
  };
  return [
    { ...common, text, media: media[0] },
    ...media.slice(1).map((other) => ({ ...common, id: "", text: "", media: other })),
  ];
}

/** Whether one of the times of a record is later than now. */
export const isFuture = (now: number, ...times: readonly (string | undefined)[]): boolean =>
  times.some((time) => time !== undefined && Date.parse(time) > now);

/** Returns the time of a message, or of the one before if it has none. Never later than now. */
function readTime({ id, sent_at, edited_at }: MoveMessage, context: MessageContext): number {
  const { now } = context;
  if (isFuture(now, sent_at, edited_at))
    context.report({
      kind: "message",
      id,
      code: "future_date",
      detail: edited_at ?? sent_at ?? "",
    });
  if (sent_at !== undefined) return Math.min(Date.parse(sent_at), now);
  context.report({ kind: "message", id, code: "no_date" });
  return context.previousAt;
}

function toAuthor({ id, author }: MoveMessage, context: MessageContext): Author | null {
  if (author === undefined) {
    context.report({ kind: "message", id, code: "no_author" });
    return context.findOperator(undefined, undefined);
  }
  if (author.kind === "visitor") return null;
  if (author.kind === "operator") return context.findOperator(author.id, author.name);
  const name = toVisibleLine(author.name ?? "", 100);
  return { kind: author.kind, id: null, name: author.kind === "bot" ? name || "Bot" : "" };
}

/** Returns what the other system has of a chat and has no place here, as notes at its start. */
export function toNotes(
  { notes = [], rating }: MoveChat,
  { from, at }: { readonly from: string; readonly at: number },
): readonly ImportedMessage[] {
  const isScale = rating !== undefined && rating.of > 2;
  const lines = isScale ? [...notes, `Rating: ${rating.score} of ${rating.of}`] : notes;
  return lines
    .map((line) => cutText(cleanText(line), maxTextLength).text)
    .filter((line) => line.trim() !== "")
    .map((text) => ({
      id: "",
      author: { kind: "bot", id: null, name: from },
      sentAt: at,
      text,
      isNote: true,
    }));
}

/** 4 of 5 is good and 2 of 5 is bad. In between, the note has the number alone. */
export function toRating({ rating }: MoveChat): "positive" | "negative" | null {
  if (rating === undefined || rating.of <= 0) return null;
  const share = rating.score / rating.of;
  return share >= 0.7 ? "positive" : share <= 0.5 ? "negative" : null;
}
