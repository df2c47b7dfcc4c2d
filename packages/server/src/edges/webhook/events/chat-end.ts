import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ChatEntity } from "../../../core/entity.ts";
import type { WebhookBody } from "@parlour/protocol/webhook";
import { assertPresent, withAgent, type EventInput } from "./event-input.ts";
import { buildChatBody, buildFinishedBody, buildRatedBody } from "../format/body.ts";
import { createMessageLog, type MessageLog } from "../format/message-log.ts";
import { maxBodyBytes } from "../retry-policy.ts";

/**
 * Builds `chat_updated`. After the end of a chat, only its rating can change. The body then has the
 * same `chat` as `chat_finished` (WH-102).
 */
export async function buildUpdatedEvent(input: EventInput): Promise<WebhookBody> {
  const chatInput = await withAgent(input);
  const bodyWithoutLog = buildChatBody("chat_updated", chatInput);
  if (chatInput.chat.state !== "closed") return bodyWithoutLog;
  const log = await loadMessageLog(
    input,
    chatInput.chat,
    maxBodyBytes - Buffer.byteLength(JSON.stringify(bodyWithoutLog), "utf8"),
  );
  return buildRatedBody(chatInput, log);
}

/** Builds `chat_finished` with as many messages as fit. */
export async function buildFinishedEvent(input: EventInput): Promise<WebhookBody> {
  const chat = await addRating(input, assertPresent(input.chat));
  const agents = await input.material.agents(input.claim.account, chat.id);
  const emptyLog: MessageLog = { messages: [], plain: "", html: "", isTruncated: true };
  const bodyWithoutLog = buildFinishedBody({ ...input, chat, agents }, emptyLog);
  const log = await loadMessageLog(
    input,
    chat,
    maxBodyBytes - Buffer.byteLength(JSON.stringify(bodyWithoutLog), "utf8"),
  );
  return buildFinishedBody({ ...input, chat, agents }, log);
}

/**
 * Returns the chat at its end, with a rating that arrived while the event waited for one (WH-080).
 */
async function addRating({ material, claim }: EventInput, chat: ChatEntity): Promise<ChatEntity> {
  const currentChat = await material.chat(claim.account, chat.id);
  if (currentChat === null || currentChat.rating === null) return chat;
  return {
    ...chat,
    rating: currentChat.rating,
    ...omitAbsent({ rating_comment: currentChat.rating_comment }),
  };
}

/** Loads the newest messages that fit into `maxBytes`, oldest first. */
async function loadMessageLog(
  { material, claim, config }: EventInput,
  chat: ChatEntity,
  maxBytes: number,
): Promise<MessageLog> {
  const log = createMessageLog(maxBytes, {
    timezone: config.hours?.timezone ?? "UTC",
    anonymous: `Anonymous ${chat.visitor.number}`,
  });
  for (let before: number | null = null; ;) {
    const page = await material.log(claim.account, chat.id, claim.delivery.position, before);
    for (const message of page.messages) if (!log.add(message)) return log.end(true);
    if (page.next === null) return log.end(false);
    before = page.next;
  }
}
