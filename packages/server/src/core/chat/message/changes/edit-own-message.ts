import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { getChangeDeadline } from "@parlour/protocol/entity/channel-kinds/change-deadline";
import type { Message, NamedRef } from "../../../entity.ts";
import type { ChatData } from "../../../event.ts";
import { fail, isFailure, type Failure } from "../../../failure.ts";
import { authorizeOperator } from "../../../operator/authorize.ts";
import type { CommandContext, CommandHandler, Decision } from "../../../command.ts";
import { cleanText } from "../../../text.ts";
import { createSystemMessage, formatTime } from "../../create.ts";
import {
  createChange,
  createPendingChange,
  deleteContent,
  isErased,
  replaceText,
} from "./changed-content.ts";
import { findMentions, validateText } from "../send-message.ts";
import { isWaiting, undoMessage } from "./undo-message.ts";

interface EditOwnMessage {
  readonly operatorId: number;
  readonly text: string;
  /** Ids of the operators that a note mentions (API-046). Absent: they stay. */
  readonly mentions?: readonly number[];
}

/**
 * Changes the text of an operator's own answer or note, and keeps the earlier one with it
 * (CORE-410). A line mentions those whom the note did not mention before. Nothing is written if the
 * text is the same. Subject: `{chat, message}`. Failures: `not_found`, `forbidden` (another
 * author), `chat_closed`, `not_supported` (the channel, or the kind of message), `invalid_request`.
 * Result: the message.
 */
export function editOwnMessage(input: EditOwnMessage): CommandHandler<Message> {
  return (context) => {
    const found = findOperatorMessage(context, input.operatorId);
    if (isFailure(found)) return found;
    const { message, chat, actor } = found;
    if (message.author.id !== actor.id)
      return fail("forbidden", "Only the author of a message can edit it.");
    if (message.deleted_at !== undefined || message.undone_at !== undefined)
      return fail("not_found", "This message was deleted.");
    if (context.now >= getChangeDeadline(message, findChannel(context, chat)))
      return fail("not_supported", notEditable);
    if (message.template !== undefined || (message.kind !== "text" && message.kind !== "note"))
      return fail("not_supported", "Only the text of an answer or a note can be edited.");
    const { kind } = message;
    const text = cleanText(input.text);
    const failure = validateText({ ...input, kind }, text, chat.channel.kind);
    if (failure !== null) return failure;
    if (text === message.text) return { events: [], answer: message };
    const edited = replaceText(message, text, timeOfChange(message, context.now));
    return input.mentions === undefined || kind !== "note"
      ? toDecision(context, chat, edited)
      : changeMentions(context, { ...found, message: edited }, input.mentions);
  };
}

/**
 * Deletes an operator's own answer or note (CORE-411). Owners and administrators also delete those
 * of others. A message that waits to be sent is undone instead (CORE-350). Nothing is written if it
 * is deleted already. Subject: `{chat, message}`. Failures: `not_found`, `forbidden` (another
 * author), `chat_closed`, `not_supported` (the channel). Result: the message.
 */
export function deleteOperatorMessage(operatorId: number): CommandHandler<Message> {
  return (context) => {
    const found = findOperatorMessage(context, operatorId);
    if (isFailure(found)) return found;
    const { message, chat, actor } = found;
    if (message.author.id !== actor.id && !isAdministrator(context, actor.id))
      return fail("forbidden", "Only its author and administrators can delete a message.");
    if (message.deleted_at !== undefined || message.undone_at !== undefined)
      return { events: [], answer: message };
    if (context.now < getChangeDeadline(message, findChannel(context, chat))) {
      const deleted = { ...deleteContent(message, context.now), deleted_by: actor };
      return toDecision(context, chat, deleted);
    }
    return isWaiting(context)
      ? undoMessage(operatorId)(context)
      : fail("not_supported", notEditable);
  };
}

/**
 * Replaces the mentions of an edited note (CORE-436). Those who are new in it may have read
 * further, so a line mentions them.
 */
function changeMentions(
  context: CommandContext,
  { message, chat, actor }: FoundMessage,
  ids: readonly number[],
): Decision<Message> | Failure {
  const found = findMentions(context, chat, actor.id, ids);
  if (isFailure(found)) return found;
  const { mentions = [], ...note } = message;
  const decision = createChange(chat, { ...note, ...found });
  const added = (found.mentions ?? []).filter((id) => !mentions.includes(id));
  if (added.length === 0) return decision;
  const detail = added.map((id) => context.config.operators.get(id)?.name).join(", ");
  const line = createSystemMessage(
    context,
    chat.id,
    { code: "mentioned", by: actor, detail },
    `${actor.name} mentions ${detail} in an earlier note`,
  );
  const event = { ...line, message: { ...line.message, mentions: added } };
  return { ...decision, events: [...decision.events, event] };
}

const findChannel = ({ config }: CommandContext, { channel: { id, kind } }: ChatData) => ({
  kind,
  message_changes: config.channels.get(id)?.messageChanges,
});

const notEditable = "This channel cannot change a message that was sent, or no longer.";

interface FoundMessage {
  readonly message: Message;
  readonly chat: ChatData;
  readonly actor: NamedRef;
}

/** Returns the operator's message of an open chat that the command names. */
function findOperatorMessage(context: CommandContext, operatorId: number): FoundMessage | Failure {
  const actor = authorizeOperator(context, operatorId);
  if (isFailure(actor)) return actor;
  const { message, visitor } = context;
  const chat = context.chat?.entity;
  const isErasedMessage =
    message !== undefined && message.undone_at === undefined && isErased(message, visitor?.entity);
  if (chat === undefined || message === undefined || isErasedMessage)
    return fail("not_found", "There is no such message.");
  if (message.author.kind !== "operator")
    return fail("forbidden", "Only messages of operators can be changed.");
  if (chat.state === "closed")
    return fail("chat_closed", "This chat is closed, so its messages cannot be changed.");
  return { message, chat, actor };
}

function isAdministrator({ config }: CommandContext, operatorId: number): boolean {
  const role = config.operators.get(operatorId)?.role;
  return role === "owner" || role === "admin";
}

/** A change is never before the message or its last change, also if the clock went back. */
const timeOfChange = (message: Message, now: number): string =>
  formatTime(Math.max(now, Date.parse(message.edited_at ?? message.created_at)));

/** Outside of the chat window, a service must make the change: it gets a delivery (CORE-430). */
function toDecision({ ids }: CommandContext, chat: ChatData, changed: Message): Decision<Message> {
  const at = changed.edited_at;
  if (at === undefined || changed.kind === "note" || getCapabilities(chat.channel.kind).chat_window)
    return createChange(chat, changed);
  const delivery = {
    id: ids.delivery(),
    event: changed.deleted_at === undefined ? "edit" : "deletion",
  } as const;
  return createChange(chat, { ...changed, change: createPendingChange(delivery.id, at) }, delivery);
}
