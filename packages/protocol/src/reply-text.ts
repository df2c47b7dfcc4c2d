import type { ChatEntity } from "./entity/index.ts";
import { replyVariablePattern, type ReplyVariable } from "./api/writing-limits.ts";

export type ReplyValues = Readonly<Record<ReplyVariable, string>>;

/**
 * Returns the values of the variables for this chat. Unknown values are empty. The numbers of the
 * chat and the visitor are always known.
 */
export function getReplyVariables(chat: ChatEntity, operatorName: string): ReplyValues {
  const { visitor } = chat;
  return {
    "visitor.name": visitor.name?.value ?? "",
    "visitor.email": visitor.email?.value ?? "",
    "visitor.phone": visitor.phone?.value ?? "",
    "visitor.number": String(visitor.number),
    "operator.name": operatorName,
    "channel.name": chat.channel.name,
    "department.name": chat.department?.name ?? "",
    "chat.id": String(chat.id),
    "page.url": chat.page?.url ?? "",
    "page.title": chat.page?.title ?? "",
  };
}

/**
 * Part of a filled text. `value` replaces a variable. `missing` stands for an unknown value without
 * a fallback.
 */
export interface FilledPart {
  readonly text: string;
  readonly kind: "text" | "value" | "missing";
}

/** Fills the variables of a text in one pass. Variables inside a visitor's name stay. */
export function fillVariables(text: string, values: ReplyValues): readonly FilledPart[] {
  const pieces: FilledPart[] = [];
  let from = 0;
  for (const match of text.matchAll(replyVariablePattern)) {
    const name = match[1] as ReplyVariable;
    if (!Object.hasOwn(values, name)) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), kind: "text" });
    // Removes line breaks, because a line break in a name could imitate a separate message.
    const value = values[name].replaceAll(/\s+/gu, " ").trim();
    const filled = value === "" ? (match[2] ?? "") : value;
    pieces.push(filled === "" ? { text: name, kind: "missing" } : { text: filled, kind: "value" });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), kind: "text" });
  return pieces;
}

/** Returns the text for the field. Omits missing values and the space before them. */
export function filledText(pieces: readonly FilledPart[]): string {
  return pieces.reduce(
    (text, piece) => (piece.kind === "missing" ? text.replace(/ $/u, "") : text + piece.text),
    "",
  );
}
