import type { BotClientMessage, BotOutgoingEvent } from "@parlour/protocol/bot";
import type { Media } from "../../../core/entity.ts";
import type { ChatData, NewMessage, VisitorData } from "../../../core/event.ts";
import { endpointUrl } from "../../../http/endpoint-url.ts";

/**
 * Bodies of the events that are sent to providers (BOT-020 to BOT-024). Pure. No value is `null`
 * (BOT-023).
 */

export interface About {
  readonly id: string;
  readonly account: number;
  readonly chat: ChatData;
  readonly visitor: VisitorData;
  readonly channel: { readonly publicId: string; readonly kind: "api" | "widget" };
  readonly isOperatorAvailable: boolean;
}

export function clientMessage(about: About, message: Pick<NewMessage, "text" | "media" | "button_id" | "created_at">): BotClientMessage {
  const { chat, visitor, channel } = about;
  return {
    event: "CLIENT_MESSAGE",
    id: about.id,
    site_id: about.account,
    client_id: String(visitor.id),
    chat_id: String(chat.id),
    agents_online: about.isOperatorAvailable,
    sender: {
      id: visitor.id,
      name: visitor.name?.value ?? "",
      url: chat.page?.url ?? "",
      has_contacts: visitor.email !== null || visitor.phone !== null,
    },
    channel: { id: channel.publicId, type: channel.kind === "widget" ? "widget" : "channel" },
    message: {
      type: "TEXT",
      text: message.media === undefined ? message.text : mediaText(message.media, message.text),
      ...(message.button_id === undefined ? {} : { button_id: message.button_id }),
      timestamp: Math.floor(Date.parse(message.created_at) / 1_000),
    },
  };
}

/** Builds AGENT_JOINED, AGENT_UNAVAILABLE and CHAT_CLOSED. */
export function chatEvent(
  event: Exclude<BotOutgoingEvent, "CLIENT_MESSAGE">,
  about: { id: string; visitorId: number; chatId: number },
): object {
  return { event, id: about.id, client_id: String(about.visitorId), chat_id: String(about.chatId) };
}

/** BOT-024: the comment, then the file's URL or the coordinates. */
function mediaText(media: Media, comment: string): string {
  const shown = media.type === "location" ? `${media.latitude ?? 0},${media.longitude ?? 0}` : (media.file ?? "");
  return comment === "" ? shown : `${comment}\n${shown}`;
}

/**
 * Builds the URL of a bot's endpoint (BOT-012). `shownTokens` are the encodings of the token in
 * that URL, to be masked (CORE-125).
 */
export function outgoingUrl(
  configured: string,
  token: string,
  isAppended: boolean,
): { readonly url: string; readonly shownTokens: readonly string[] } {
  const url = endpointUrl(configured, { name: "token", value: token, isAppended });
  const encoded = encodeURIComponent(token);
  // A query also encodes the apostrophe.
  return { url, shownTokens: url === configured ? [] : [encoded, encoded.replaceAll("'", "%27")] };
}

export function outgoingHeaders(version: string, accessToken: string | null): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    "user-agent": `Parlour/${version}`,
    ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
  };
}
