import type { BotClientMessage, BotOutgoingEvent } from "@parlour/protocol/bot";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ChannelKind, Media } from "../../../core/entity.ts";
import { getLetterFacts } from "../../../core/chat/email/letter-facts.ts";
import { toFoldedText } from "../../../core/chat/message/message-text.ts";
import type { ChatData, NewMessage, VisitorData } from "../../../core/event.ts";
import { buildEndpointUrl } from "../../../http/endpoint-url.ts";

/**
 * Input for the body of an event to a provider (BOT-020 to BOT-024). No value is `null` (BOT-023).
 */

export interface EventContext {
  readonly id: string;
  readonly account: number;
  readonly chat: ChatData;
  readonly visitor: VisitorData;
  readonly channel: { readonly publicId: string; readonly kind: ChannelKind };
  readonly isOperatorAvailable: boolean;
}

type MessageContent = Pick<
  NewMessage,
  "text" | "media" | "button_id" | "refers_to" | "created_at" | "origin"
>;

export function buildClientMessage(
  context: EventContext,
  message: MessageContent,
): BotClientMessage {
  const quoted = toFoldedText(message);
  const { chat, visitor, channel } = context;
  return {
    event: "CLIENT_MESSAGE",
    id: context.id,
    site_id: context.account,
    client_id: String(visitor.id),
    chat_id: String(chat.id),
    agents_online: context.isOperatorAvailable,
    sender: {
      id: visitor.id,
      name: visitor.name?.value ?? "",
      url: chat.page?.url ?? "",
      has_contacts: visitor.email !== null || visitor.phone !== null,
    },
    channel: { id: channel.publicId, type: channel.kind === "widget" ? "widget" : "channel" },
    message: {
      type: "TEXT",
      text: toText(message),
      ...omitAbsent({ quoted: quoted || undefined }),
      ...getLetterFacts(message),
      ...omitAbsent({ button_id: message.button_id, refers_to: message.refers_to }),
      timestamp: Math.floor(Date.parse(message.created_at) / 1_000),
    },
  };
}

/** Returns the last message with the texts of all, one per line (BOT-111). null: none. */
export function combineMessages(messages: readonly NewMessage[]): NewMessage | null {
  const last = messages.at(-1);
  if (last === undefined) return null;
  const texts = [...messages.slice(0, -1).map(toText), last.text].filter((text) => text !== "");
  return { ...last, text: texts.join("\n") };
}

/** Builds AGENT_JOINED, AGENT_UNAVAILABLE and CHAT_CLOSED. */
export function buildChatEvent(
  event: Exclude<BotOutgoingEvent, "CLIENT_MESSAGE">,
  subject: { id: string; visitorId: number; chatId: number },
): object {
  return {
    event,
    id: subject.id,
    client_id: String(subject.visitorId),
    chat_id: String(subject.chatId),
  };
}

const toText = ({ media, text }: MessageContent): string =>
  media === undefined ? text : formatMedia(media, text);

/** Returns the comment, followed by the file's URL or the coordinates (BOT-024). */
function formatMedia(media: Media, comment: string): string {
  const content =
    media.type === "location"
      ? `${media.latitude ?? 0},${media.longitude ?? 0}`
      : (media.file ?? "");
  return comment === "" ? content : `${comment}\n${content}`;
}

/**
 * Builds the URL of a bot's endpoint (BOT-012). `shownTokens` contains the encoded forms of the
 * token in that URL, so that logs can mask them (CORE-125).
 */
export function buildUrl(
  configured: string,
  token: string,
  isAppended: boolean,
): { readonly url: string; readonly shownTokens: readonly string[] } {
  const url = buildEndpointUrl(configured, { name: "token", value: token, isAppended });
  const encoded = encodeURIComponent(token);
  // In a query, the apostrophe is encoded too.
  return { url, shownTokens: url === configured ? [] : [encoded, encoded.replaceAll("'", "%27")] };
}

export function buildHeaders(version: string, accessToken: string | null): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    "user-agent": `Parlour/${version}`,
    ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
  };
}
