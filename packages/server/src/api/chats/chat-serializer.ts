import type { Chat, Queue } from "@parlour/protocol";
import type { ChatRecord, QueuePosition } from "../../store/chats/chat-record.ts";
import { type Principal, mustMaskText, maskChat, maskFor, maskMessage } from "../../auth/index.ts";
import type { ChatEntity, Message } from "../../core/entity.ts";
import type { AccountConfig } from "../../core/command.ts";
import { loadOperatorStatus, computeAssignment } from "./assignment.ts";
import { requireFound } from "../kit/ids.ts";
import { getChatVisibility } from "./visibility.ts";
import { findChat } from "../../store/chats/chat.ts";
import { findQueuePosition } from "../../store/chats/list/chat-queue.ts";
import type { PresenceDeps } from "../kit/realtime-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface ChatDeps extends RouteDeps, PresenceDeps {}

/** Loads the chat for this principal. Throws `not_found` if the principal must not see it. */
export async function loadChat(deps: ChatDeps, principal: Principal, id: number): Promise<Chat> {
  const account = principal.accountId;
  const [record, config] = await Promise.all([
    findChat(deps.reader, account, getChatVisibility(principal), id),
    deps.config(account),
  ]);
  const { chat, ...rest } = requireFound(record, "chat");
  const assignment = await getAssignment(deps, account, config, chat);
  const showsPosition = chat.state === "waiting" && config.routing.showsQueue;
  const position = showsPosition ? await findQueuePosition(deps.reader, account, chat) : null;
  const serialized = serializeChat(principal, { chat, ...rest }, assignment);
  return position === null
    ? serialized
    : { ...serialized, queue: toQueuePosition(position, chat, deps.clock.now()) };
}

/** Returns that of the latest offer, or the current one. Null for a closed chat (API-229). */
async function getAssignment(
  deps: ChatDeps,
  account: number,
  config: AccountConfig,
  chat: ChatEntity,
): Promise<Chat["assignment"]> {
  if (chat.state === "closed") return null;
  return (
    chat.assignment ??
    computeAssignment(await loadOperatorStatus(deps, account, config), config, chat)
  );
}

/** Returns the queue position with the remaining expected wait. */
function toQueuePosition(position: QueuePosition, chat: ChatEntity, now: number): Queue {
  const waitedMs = now - Date.parse(chat.wait?.since ?? chat.created_at);
  const expectedS =
    position.usualMs === null
      ? null
      : Math.max(0, Math.round((position.usualMs - waitedMs) / 1000));
  return { place: position.rank, of: position.of, expected_s: expectedS };
}

/** Serializes a chat for this principal. Lists of found chats pass null as `assignment`. */
export function serializeChat(
  principal: Principal,
  record: ChatRecord,
  assignment: Chat["assignment"],
): Chat {
  return {
    ...maskFor(principal, maskChat, record.chat),
    assignment,
    unread: record.unread,
    last_message:
      record.lastMessage === null ? null : maskForPrincipal(principal, record.lastMessage),
  };
}

/** Masks the texts in the JSON of a list row for developers (CORE-001). */
export function maskListedChat(principal: Principal, text: string): string {
  if (!mustMaskText(principal)) return text;
  const { assignment, unread, last_message, ...chat } = JSON.parse(text) as Chat;
  return JSON.stringify(
    serializeChat(principal, { chat, unread, lastMessage: last_message }, assignment),
  );
}

/** Masks the text of a message for developers, who must not read messages (CORE-001). */
export const maskForPrincipal = (principal: Principal, message: Message): Message =>
  maskFor(principal, maskMessage, message);
