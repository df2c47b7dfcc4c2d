import type { ChatEntity, FieldValues } from "./entity/index.ts";
import {
  findUnknownVariable,
  listVariables,
  replyVariablePattern,
  type FieldName,
  type ReplyVariable,
} from "./api/writing-limits.ts";
import type { InputProblem } from "./conditions/problem.ts";

type FieldVariable = `${"chat" | "visitor"}.${string}`;
export type ReplyValues = Readonly<Record<ReplyVariable, string>> &
  Readonly<Partial<Record<FieldVariable, string>>>;

/**
 * Returns the values of the variables for this chat. Unknown values are empty. The numbers of the
 * chat and the visitor are always known.
 */
export function getReplyVariables(chat: ChatEntity, operatorName: string): ReplyValues {
  return {
    ...getVisitorVariables(chat.visitor, { operator: operatorName, channel: chat.channel.name }),
    "department.name": chat.department?.name ?? "",
    "chat.id": String(chat.id),
    "page.url": chat.page?.url ?? "",
    "page.title": chat.page?.title ?? "",
    ...formatFields("chat", chat.fields),
  };
}

/** What the variables of a visitor need. */
export interface VariableVisitor {
  readonly number: number;
  readonly fields?: FieldValues;
  readonly name: { readonly value: string } | null;
  readonly email: { readonly value: string } | null;
  readonly phone: { readonly value: string } | null;
}

/** Returns the values of the variables for a visitor without a chat. Those of chats are empty. */
export const getVisitorVariables = (
  visitor: VariableVisitor,
  names: { readonly operator: string; readonly channel: string },
): ReplyValues => ({
  "visitor.name": visitor.name?.value ?? "",
  "visitor.email": visitor.email?.value ?? "",
  "visitor.phone": visitor.phone?.value ?? "",
  "visitor.number": String(visitor.number),
  "operator.name": names.operator,
  "channel.name": names.channel,
  "department.name": "",
  "chat.id": "",
  "page.url": "",
  "page.title": "",
  ...formatFields("visitor", visitor.fields),
});

/** Returns the values of fields as texts, by the names of their variables (FLD-022). */
export const formatFields = (
  object: "chat" | "visitor",
  fields: FieldValues = {},
): Readonly<Partial<Record<FieldVariable, string>>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { value }]) => [
      `${object}.${key}`,
      [value].flat().map(formatFieldValue).join(", "),
    ]),
  );
const formatFieldValue = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

/** `value` replaces a variable. `missing`: an unknown value without a fallback. */
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
    // A field that has no value, or was removed, is missing.
    if (!Object.hasOwn(values, name) && !/^(?:chat|visitor)\./u.test(name)) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), kind: "text" });
    // Removes line breaks, because a line break in a name could imitate a separate message.
    const value = (values[name] ?? "").replaceAll(/\s+/gu, " ").trim();
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

/**
 * Returns the first reply of a list of actions whose text contains a name in braces that is not a
 * variable of an account with these fields, or null (FLD-022).
 */
export function findTextProblem(
  actions: readonly { readonly type: string; readonly text?: unknown }[],
  path: string,
  fields: readonly FieldName[],
): InputProblem | null {
  for (const [n, { type, text }] of actions.entries()) {
    const name =
      type === "reply" && typeof text === "string" ? findUnknownVariable(text, fields) : null;
    if (name === null) continue;
    const names = listVariables(fields);
    return [`${path}[${n}].text`, `must not have {${name}}. Variables: ${names.join(", ")}`, names];
  }
  return null;
}
