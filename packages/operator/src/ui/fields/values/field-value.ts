import type { Chat, Operator, StoredFieldValue, Visitor } from "@parlour/protocol";
import type { Field } from "@parlour/protocol/api";
import type { FieldValue } from "@parlour/protocol/field-kinds";
import { api, queryClient } from "../../../state/api/api.ts";
import { can } from "../../../state/session.tsx";
import { i18n } from "../../../text/index.ts";
import { parseNumber } from "../../choice/parse-number.ts";
import { visitorProfileQuery } from "../../visitor/person/use-person.ts";
import { panelText } from "../../visitor/panel-text.ts";

/** What has values of fields: a visitor, or a chat with its visitor. */
export interface FieldSubject {
  readonly visitor: Visitor;
  readonly chat?: Chat;
}

/** Returns the value of a field of the chat or of the visitor. */
export function getStoredValue(
  { visitor, chat }: FieldSubject,
  { object, key }: Field,
): StoredFieldValue | undefined {
  const values = (object === "chat" ? chat?.fields : visitor.fields) ?? {};
  // An object inherits a value for the key `constructor`.
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** Sets a field of the chat or of the visitor. The event that follows updates every screen. */
export async function setField(
  { visitor: { number }, chat }: FieldSubject,
  { object, key }: Field,
  value: FieldValue | null,
): Promise<void> {
  const changes = { fields: { [key]: value } };
  if (object === "chat") return void (await api.put<Chat>(`/chats/${chat?.id}/fields`, changes));
  await api.put<Visitor>(`/visitors/${number}/fields`, changes);
  if (key === "company") await queryClient.invalidateQueries({ queryKey: ["companies"] });
  await queryClient.invalidateQueries({ ...visitorProfileQuery(number), exact: true });
}

/** Returns whether the operator can change values of the field (FLD-014). */
export const canSetField = (me: Operator, { visitor }: FieldSubject, field: Field): boolean =>
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
 * Returns the value for the content of the control, or null. The server refuses what is no number.
 */
export function toFieldValue({ kind }: Field, draft: Draft): FieldValue | null {
  if (typeof draft === "object") return draft.length === 0 ? null : draft;
  const text = draft.trim();
  if (text === "") return null;
  if (kind === "flag") return text === "true";
  return kind === "number" ? (parseNumber(text) ?? text) : text;
}
