import type { Chat, Operator, StoredFieldValue, Visitor } from "@parlour/protocol";
import type { Field } from "@parlour/protocol/api";
import type { FieldValue } from "@parlour/protocol/field-kinds";
import { api } from "../../../../state/api/api.ts";
import { can } from "../../../../state/session.tsx";
import { i18n } from "../../../../text/index.ts";
import { parseNumber } from "../../../../ui/choice/parse-number.ts";
import { panelText } from "../../../../ui/visitor/panel-text.ts";

/** Returns the value of a field of the chat or of its visitor. */
export function getStoredValue(chat: Chat, { object, key }: Field): StoredFieldValue | undefined {
  const values = (object === "chat" ? chat.fields : chat.visitor.fields) ?? {};
  // An object inherits a value for the key `constructor`.
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** Sets a field of the chat or of its visitor. The resulting event updates every screen. */
export function setField(
  { id, visitor }: Chat,
  { object, key }: Field,
  value: FieldValue | null,
): Promise<Chat | Visitor> {
  const changes = { fields: { [key]: value } };
  return object === "chat"
    ? api.put<Chat>(`/chats/${id}/fields`, changes)
    : api.put<Visitor>(`/visitors/${visitor.number}/fields`, changes);
}

/** Returns whether the operator can change values of the field (FLD-014). */
export const canSetField = (me: Operator, { visitor }: Chat, field: Field): boolean =>
  can(me, "chats.answer") &&
  visitor.erased === undefined &&
  field.sources.includes("operator") &&
  (me.role === "owner" || field.edit_roles.some((role) => role === me.role));

/** Formats a value of a field as a text. */
export function formatFieldValue(kind: Field["kind"], value: FieldValue): string {
  if (typeof value === "boolean") return panelText(value ? "panel.yes" : "panel.no");
  if (typeof value === "number") return i18n.number(value, { maximumFractionDigits: 20 });
  if (typeof value === "object") return value.join(", ");
  return kind === "date"
    ? i18n.date(new Date(value), {
        day: "numeric",
        month: "short",
        year: "numeric",
        timeZone: "UTC",
      })
    : value;
}

/** What the control of a field contains: the chosen options of `several_of`, else a text. */
export type Draft = string | readonly string[];

/** Returns the content of the control for a value. */
export const toDraft = ({ kind }: Field, value: FieldValue | undefined): Draft =>
  kind === "several_of" ? [value ?? []].flat().map(String) : String(value ?? "");

/**
 * Returns the value for the content of the control. null: none. The server refuses a text that is
 * no number, with the reason.
 */
export function toFieldValue({ kind }: Field, draft: Draft): FieldValue | null {
  if (typeof draft === "object") return draft.length === 0 ? null : draft;
  const text = draft.trim();
  if (text === "") return null;
  if (kind === "flag") return text === "true";
  return kind === "number" ? (parseNumber(text) ?? text) : text;
}
