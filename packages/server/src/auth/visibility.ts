import type { Call, ChatEntity, Message, OfflineMessage, NamedRef } from "../core/entity.ts";
import type { AccountConfig } from "../core/command.ts";
import type { Principal } from "./principal.ts";

/** The facts about a chat that decide who may see it. */
export interface ChatVisibilityInput {
  readonly channelId: number;
  readonly assignee: NamedRef | null;
  readonly participants: readonly NamedRef[];
}

/**
 * Returns whether a principal may see a chat (CORE-001). Owners, admins, developers and viewers see
 * every chat. Operators see chats of their channels and chats in which they participate.
 */
export function canSeeChat(
  principal: Principal,
  chat: ChatVisibilityInput,
  config: AccountConfig,
): boolean {
  if (canSeeAllChats(principal)) return true;
  if (canSeeChannel(principal, chat.channelId, config)) return true;
  return (
    chat.assignee?.id === principal.operatorId ||
    chat.participants.some((participant) => participant.id === principal.operatorId)
  );
}
export function canSeeAllChats(principal: Pick<Principal, "role">): boolean {
  return principal.role !== "operator";
}
/** Returns whether the operator is assigned to the channel. */
export function canSeeChannel(
  principal: Pick<Principal, "operatorId">,
  channelId: number,
  config: AccountConfig,
): boolean {
  return config.channels.get(channelId)?.operators.has(principal.operatorId) ?? false;
}

/**
 * Returns whether texts must be masked for this principal. Developers test channels without reading
 * messages (CORE-001).
 */
export function mustMaskText(principal: Pick<Principal, "role">): boolean {
  return principal.role === "developer";
}
export const maskedText = "•••";

/**
 * Masks the content of a message of a visitor, operator or bot. In system messages only the
 * operators' texts are masked.
 */
export function maskMessage<
  M extends Pick<
    Message,
    | "author"
    | "text"
    | "media"
    | "title"
    | "buttons"
    | "nodes"
    | "line"
    | "earlier"
    | "origin"
    | "refers_to"
  >,
>(message: M): M {
  if (message.author.kind === "system") return maskSystemMessage(message);
  const more = {
    ...(message.earlier && { earlier: message.earlier.map(maskTextAndMedia) }),
    ...(message.origin && { origin: maskOrigin(message.origin) }),
    ...(message.refers_to && { refers_to: maskReference(message.refers_to) }),
  };
  if (!message.media) return { ...message, text: maskedText, ...maskBotContent(message), ...more };
  return { ...maskTextAndMedia(message), ...more };
}

/**
 * Builds the origin that a masked role receives from the fields that it may see (CORE-303): the
 * address of the sender is a contact. A field that is not named here, such as the path of the
 * original, is hidden.
 */
function maskOrigin(origin: NonNullable<Message["origin"]>): NonNullable<Message["origin"]> {
  const { subject, quote, signature, from, verified, automatic, forwarded } = origin;
  return {
    ...(from !== undefined && { from }),
    ...(verified !== undefined && { verified }),
    ...(automatic !== undefined && { automatic }),
    ...(forwarded !== undefined && { forwarded }),
    ...(subject !== undefined && { subject: maskedText }),
    ...(quote !== undefined && { quote: maskedText }),
    ...(signature !== undefined && { signature: maskedText }),
  };
}

/** Masks what a message refers to. Kind and number of the message stay visible. */
function maskReference({
  kind,
  seq,
}: NonNullable<Message["refers_to"]>): NonNullable<Message["refers_to"]> {
  return { kind, ...(seq === undefined ? {} : { seq }), text: maskedText };
}

/** Masks a text, and everything about its media that is content. */
function maskTextAndMedia<T extends Pick<Message, "text" | "media">>(content: T): T {
  const text = content.text === "" ? "" : maskedText;
  if (!content.media) return { ...content, text };
  const media = {
    ...content.media,
    file: null,
    file_name: null,
    thumb: null,
    emoji: null,
    performer: null,
    title: null,
    latitude: null,
    longitude: null,
  };
  return { ...content, text, media };
}

/**
 * Masks operators' texts in a system message: comments of transfers and invitations, reasons of
 * refusals (API-233), and the text of an invitation (WG-060).
 */
function maskSystemMessage<M extends Pick<Message, "text" | "line">>(message: M): M {
  const { line } = message;
  const isWritten =
    line !== undefined &&
    (maskedCodes.has(line.code) || (line.code === "invitation" && line.by != null));
  if (!isWritten || line.detail === undefined) return message;
  return { ...message, text: maskedText, line: { ...line, detail: maskedText } };
}
const maskedCodes: ReadonlySet<string> = new Set([
  "transfer_offered",
  "transferred",
  "transfer_refused",
  "colleague_invited",
]);

/**
 * Masks the comments of a chat's transfer, invitations and rating, and the reasons in the chat's
 * notices.
 */
export function maskChat<
  C extends Pick<ChatEntity, "transfer" | "invited" | "notices" | "rating_comment">,
>(chat: C): C {
  const { transfer, invited, notices, rating_comment: comment } = chat;
  return {
    ...chat,
    ...(comment !== undefined && { rating_comment: maskedText }),
    ...(transfer && { transfer: maskComment(transfer) }),
    ...(invited && { invited: invited.map(maskComment) }),
    ...(notices && {
      notices: notices.map((notice) =>
        notice.kind === "transfer_declined" && notice.detail !== null
          ? { ...notice, detail: maskedText }
          : notice,
      ),
    }),
  };
}
/** Masks the note of a call. */
export function maskCall<C extends Pick<Call, "note">>(call: C): C {
  return call.note === undefined ? call : { ...call, note: { ...call.note, text: maskedText } };
}
/** Masks the text of an offline message. Its existence and time stay visible (CORE-001). */
export function maskOffline<M extends Pick<OfflineMessage, "text" | "answers">>(message: M): M {
  const { answers } = message;
  const hidden = { subject: maskedText, text: maskedText };
  return {
    ...message,
    text: maskedText,
    ...(answers && {
      answers: answers.map((answer) => (answer.via === "mail" ? { ...answer, ...hidden } : answer)),
    }),
  };
}
function maskComment<T extends { readonly comment: string | null }>(commentable: T): T {
  return commentable.comment === null ? commentable : { ...commentable, comment: maskedText };
}

/** Masks the other texts of a bot's message. The ids of its buttons stay visible. */
function maskBotContent({
  title,
  buttons,
  nodes,
}: Pick<Message, "title" | "buttons" | "nodes">): Partial<Message> {
  return {
    ...(title === undefined ? {} : { title: maskedText }),
    ...(buttons === undefined
      ? {}
      : { buttons: buttons.map(({ id }) => ({ id, text: maskedText })) }),
    ...(nodes === undefined ? {} : { nodes: [{ type: "text", text: maskedText }] }),
  };
}
