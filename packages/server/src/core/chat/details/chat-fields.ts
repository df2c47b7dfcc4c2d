import { createVisitEvents } from "./update-visit.ts";
import type { CommandContext } from "../../command.ts";
import type { FieldValues } from "../../entity.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { withClaimedFields, type FieldClaims } from "../../field-values.ts";
import { changeVisitor, type ResolvedVisitor } from "../../visitor/resolve.ts";

/**
 * Stores the values of a form that belong to fields of chats (WG-266): in the running chat, or with
 * the visitor until their next chat starts. Returns the visitor and the events of the command.
 */
export function storeChatFields(
  context: CommandContext,
  { visitor, events }: ResolvedVisitor,
  claims: FieldClaims | undefined,
): ResolvedVisitor {
  const chat = context.currentChat?.entity;
  if (chat !== undefined) {
    const next = withClaimedFields(context, "chat", chat, claims);
    return { visitor, events: [...events, ...createVisitEvents(chat, next)] };
  }
  const empty: { readonly fields?: FieldValues } = {};
  const { fields } = withClaimedFields(context, "chat", empty, claims);
  if (fields === undefined) return { visitor, events };
  const next = { ...visitor, chat_fields: fields };
  return { visitor: next, events: changeVisitor(events, next) };
}

/** Returns a new chat with its visitor's earlier values, and the event that removes them there. */
export function takeChatFields(
  { visitor }: CommandContext,
  chat: ChatData,
): { readonly chat: ChatData; readonly events: readonly NewEvent[] } {
  if (visitor?.entity.chat_fields === undefined) return { chat, events: [] };
  const { chat_fields, ...rest } = visitor.entity;
  return {
    chat: { ...chat, fields: chat_fields },
    events: [{ name: "visitor_updated", visitor: rest }],
  };
}
