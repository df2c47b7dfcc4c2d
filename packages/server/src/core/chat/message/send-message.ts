import { maxMentions } from "@parlour/protocol/api/writing-limits";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findSendableChannel } from "../../sendable-channel.ts";
import type {
  Message,
  ChannelKind,
  Media,
  MessageEmail,
  MessageSuggestion,
  MessageTemplate,
  NamedRef,
} from "../../entity.ts";
import type { ChatData, NewEvent, NewMessage } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import { authorizeOperator } from "../../operator/authorize.ts";
import { canSeeAllChats, isActionOfRole } from "../../operator/role.ts";
import type { CommandContext, CommandHandler } from "../../command.ts";
import { parseMarkdown } from "../../bot/markdown.ts";
import { formatMarkdown } from "../../bot/plain-text.ts";
import { createQuote } from "./message-reference.ts";
import { createPendingDelivery } from "./pending-delivery.ts";
import { createMessageAnswer, createMessage } from "../create.ts";
import { joinForOperator } from "../join.ts";
import { atLastMessage, findCrossing } from "./crossing.ts";
import { recordAnswer } from "./record-answer.ts";
import { checkReplyWindow } from "../reply-window.ts";
import { cleanText, cutText, isBlank, maxOperatorTextLength } from "../../text.ts";

export type SendOperatorMessage = {
  readonly operatorId: number;
  /**
   * 1 to 4000 code points, or as many as the kind of the channel takes (CORE-046). Text that is too
   * long for a channel is truncated when it is sent (CH-074). For a file: its comment, or "" if
   * there is none.
   */
  readonly text: string;
  /** The operator application's id of the message (CORE-044). Equals `command.client`. */
  readonly clientId?: string;
  /** Ids of the operators that a note mentions (API-046). */
  readonly mentions?: readonly number[];
  /** Subject and recipients, if messages of the channel are emails (MAIL-098). */
  readonly email?: MessageEmail | undefined;
  /** The other operator for whom the chat is reserved (API-524). */
  readonly reservation?: Reservation | null | undefined;
  /** Whether the answer quotes the message of the command (CORE-433). */
  readonly isQuoting?: boolean | undefined;
  /** The suggestion from which the answer comes (ASSIST-050). */
  readonly suggestion?: MessageSuggestion | undefined;
  /** What the author wrote, if a machine translated it into the text (ASSIST-056). */
  readonly original?: string | undefined;
  /** Whether the text has the marks of Markdown (MAIL-140). */
  readonly isMarkdown?: boolean | undefined;
} & (
  | { readonly kind: "text" | "note" }
  | { readonly kind: "file"; /** A file as returned by `createFileMedia`. */ readonly media: Media }
  /** A template of the channel. `text` is its text with the values (CON-051). */
  | { readonly kind: "template"; readonly template: MessageTemplate }
);

/** An operator who writes in a chat. `until`: ISO 8601, when it ends if they write no more. */
export interface Reservation {
  readonly by: NamedRef;
  readonly until: string;
}

/**
 * Writes an operator's answer, file or note. The author of an answer becomes a participant: they
 * accept a chat without an operator, or join another operator's chat (CORE-031). The author of a
 * note need not be a participant, and notes are never sent out. Subject: `{chat, operator}`, the
 * quoted message, and `after` for an answer that others can cross. Failures: `chat_closed`,
 * `channel_disabled` (answers only, CH-110), `at_limit`, `not_supported` (a quote),
 * `reply_window_closed` (CON-050), `crossed`, `reserved`, `answered_elsewhere` (MV-084),
 * `invalid_request`. Result: the message (API-022).
 */
export function sendOperatorMessage(input: SendOperatorMessage): CommandHandler<Message> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat } = context;
    if (chat === null || context.visitor === null)
      return fail("not_found", "There is no such chat.");
    if (chat.entity.state === "closed")
      return fail("chat_closed", "This chat is closed. Continue it to write again.");
    const text = cleanText(input.text);
    const failure =
      validateText(input, text, chat.entity.channel.kind) ??
      (input.kind === "note" ? null : findConflict(context, input)) ??
      validateWindow(input, chat.entity, context.now);
    if (failure !== null) return failure;
    const mentions = findMentions(context, chat.entity, actor.id, input.mentions ?? []);
    if (isFailure(mentions)) return mentions;

    const quote = input.isQuoting === true ? createQuote(context, chat.entity) : {};
    if (isFailure(quote)) return quote;

    const participationEvents =
      input.kind === "note" ? [] : ensureParticipant(context, chat.entity, actor);
    if (isFailure(participationEvents)) return participationEvents;
    const isSentOut =
      input.kind !== "note" && !getCapabilities(chat.entity.channel.kind).chat_window;
    const message = createMessage(
      context,
      chat.id,
      { kind: "operator", id: actor.id, name: actor.name },
      {
        ...createContent(input, text),
        ...mentions,
        ...quote,
        ...omitAbsent({
          email: isSentOut ? input.email : undefined,
          delivery: isSentOut
            ? createPendingDelivery(context, chat.entity.channel.kind)
            : undefined,
        }),
      },
    );
    return {
      events: [
        ...participationEvents,
        message,
        ...(input.kind === "note" ? [] : recordAnswer(context, chat.entity, participationEvents)),
      ],
      answer: createMessageAnswer(message.message),
      ...atLastMessage(context),
    };
  };
}

/**
 * Returns why somebody else, who answered, got the chat or writes, refuses this answer, or null.
 */
function findConflict(
  context: CommandContext,
  { operatorId, reservation = null }: SendOperatorMessage,
): Failure | null {
  return (
    findCrossing(context, { kind: "operator", id: operatorId }) ??
    (reservation === null
      ? null
      : fail("reserved", `${reservation.by.name} is writing an answer.`, reservation))
  );
}

type OwnContent = Omit<NewMessage, "id" | "chat_id" | "author" | "created_at">;

/** Returns the text of the message. Formatted text is stored without its marks too (MAIL-140). */
function createText(
  { kind, isMarkdown = false }: SendOperatorMessage,
  text: string,
): Partial<OwnContent> & { readonly text: string } {
  if (!isMarkdown) return { text };
  const nodes = [...parseMarkdown(text)];
  const plain = { text: formatMarkdown(nodes) };
  if (nodes.every(({ type }) => type === "text")) return plain;
  return kind === "text" ? { ...plain, nodes, kind: "markdown" } : { ...plain, nodes };
}

function createContent(input: SendOperatorMessage, text: string): OwnContent {
  return {
    kind: input.kind === "file" ? "media" : input.kind === "note" ? "note" : "text",
    ...createText(input, isBlank(text) ? "" : text),
    ...omitAbsent({
      media: input.kind === "file" ? input.media : undefined,
      template: input.kind === "template" ? input.template : undefined,
      suggestion: input.suggestion,
      original: input.original === undefined ? undefined : cleanText(input.original),
      client_id: input.clientId,
    }),
  };
}

/** Returns why a text cannot be sent, or null if it can. */
export function validateText(
  {
    kind,
    mentions = [],
    isQuoting = false,
  }: Pick<SendOperatorMessage, "kind" | "mentions" | "isQuoting">,
  text: string,
  channel: ChannelKind,
): Failure | null {
  const maxLength =
    kind === "note"
      ? maxOperatorTextLength
      : Math.max(maxOperatorTextLength, getCapabilities(channel).max_text_length);
  if (kind !== "file" && isBlank(text))
    return fail("invalid_request", "The message has no text.", { field: "text" });
  if (cutText(text, maxLength).cut)
    return fail("invalid_request", `The message is longer than ${maxLength} characters.`, {
      field: "text",
    });
  if (kind === "note" && isQuoting)
    return fail("invalid_request", "Only answers can quote a message.", { field: "quotes" });
  if (kind !== "note" && mentions.length > 0)
    return fail("invalid_request", "Only notes can mention operators.", { field: "mentions" });
  return null;
}

/** Outside the window of the channel, only notes and templates are accepted (CON-050). */
const validateWindow = (
  { kind }: SendOperatorMessage,
  chat: ChatData,
  now: number,
): Failure | null => (kind === "text" || kind === "file" ? checkReplyWindow(chat, now) : null);

/** Returns the events that make the operator a participant, or none if they already are one. */
function ensureParticipant(
  context: CommandContext,
  chat: ChatData,
  actor: NamedRef,
): readonly NewEvent[] | Failure {
  const channel = findSendableChannel(context.config, chat.channel.id);
  if (isFailure(channel)) return channel;
  if (channel.oldSystem?.operatorsAnswer === false)
    return fail("answered_elsewhere", "Only the old system answers chats of this channel.");
  const joined = joinForOperator(context, chat, actor);
  return isFailure(joined) ? joined : joined.events;
}

/**
 * Returns the operators that a note mentions (API-046), each once, without the author. All must be
 * active, see the chat, read its text and write in it. Otherwise fails with `invalid_request`.
 * `authorId` is null for a rule.
 */
export function findMentions(
  context: CommandContext,
  chat: ChatData,
  authorId: number | null,
  ids: readonly number[],
): { readonly mentions?: number[] } | Failure {
  if (ids.length > maxMentions)
    return fail("invalid_request", `A note names at most ${maxMentions} people.`, {
      field: "mentions",
    });
  const mentioned = [...new Set(ids)].filter((id) => id !== authorId);
  const unauthorized = mentioned.find((id) => !canReadAndWrite(context, chat, id));
  if (unauthorized !== undefined)
    return fail("invalid_request", `Operator ${unauthorized} cannot read and write in this chat.`, {
      field: "mentions",
    });
  return mentioned.length === 0 ? {} : { mentions: mentioned };
}
/**
 * Operators see chats of their channels and chats in which they participate. Others see every chat,
 * but read and write only if they answer chats (CORE-001).
 */
function canReadAndWrite({ config }: CommandContext, chat: ChatData, id: number): boolean {
  const operator = config.operators.get(id);
  if (operator === undefined || !operator.active) return false;
  if (canSeeAllChats(operator)) return isActionOfRole(operator, "chats.answer");
  const isChosen = config.channels.get(chat.channel.id)?.operators.has(id) ?? false;
  return (
    isChosen ||
    chat.assignee?.id === id ||
    chat.participants.some((participant) => participant.id === id)
  );
}
