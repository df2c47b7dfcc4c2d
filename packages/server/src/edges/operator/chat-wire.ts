import type { Chat, Queue } from "@parlour/protocol";
import type { ChatRecord } from "../../core/record/chat.ts";
import type { Principal } from "../../auth/index.ts";
import type { ChatEntity, Message } from "../../core/entity.ts";
import type { AccountConfig } from "../../core/command.ts";
import { knownNow, presentAssignment } from "./assignment.ts";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";
import { sightOf } from "./sight.ts";

export type ChatReads = Pick<Deps, "auth" | "rights" | "chats" | "config" | "clock"> & {
  readonly realtime: Pick<Deps["realtime"], "presence">;
};

/** Loads the chat for this principal. Throws not_found if the principal must not see it. */
export async function readChat(deps: ChatReads, principal: Principal, id: number): Promise<Chat> {
  const account = principal.accountId;
  const [record, config] = await Promise.all([deps.chats.find(account, sightOf(deps, principal), id), deps.config(account)]);
  const { chat, ...rest } = found(record, "chat");
  const assignment = await assignmentOf(deps, account, config, chat);
  const isShown = chat.state === "waiting" && config.routing.showsQueue;
  const place = isShown ? await deps.chats.placeInQueue(account, chat) : null;
  const wire = chatWire(deps, principal, { chat, ...rest }, assignment);
  return place === null ? wire : { ...wire, queue: queueOf(place, chat, deps.clock.now()) };
}

/**
 * Returns the stored assignment of the latest offer, else computes the current one. Null for a
 * closed chat (API-021).
 */
async function assignmentOf(deps: ChatReads, account: number, config: AccountConfig, chat: ChatEntity): Promise<Chat["assignment"]> {
  if (chat.state === "closed") return null;
  return chat.assignment ?? presentAssignment(await knownNow(deps, account, config), config, chat);
}

/** Returns the position with the remaining expected wait. */
function queueOf(found: NonNullable<Awaited<ReturnType<Deps["chats"]["placeInQueue"]>>>, chat: ChatEntity, now: number): Queue {
  const waited = now - Date.parse(chat.wait?.since ?? chat.created_at);
  const expected = found.usualMs === null ? null : Math.max(0, Math.round((found.usualMs - waited) / 1000));
  return { place: found.place, of: found.of, expected_s: expected };
}

/** Serializes a chat for this principal. `assignment` is null in lists. */
export function chatWire(deps: Pick<Deps, "rights">, principal: Principal, record: ChatRecord, assignment: Chat["assignment"]): Chat {
  const chat: ChatEntity = deps.rights.masksText(principal) ? deps.rights.maskChat(record.chat) : record.chat;
  return {
    ...chat,
    assignment,
    unread: record.unread,
    last_message: record.lastMessage === null ? null : shown(deps, principal, record.lastMessage),
  };
}

/** Masks the text of a message for developers, who must not read what people write (CORE-001). */
export const shown = (deps: Pick<Deps, "rights">, principal: Principal, message: Message): Message =>
  deps.rights.masksText(principal) ? deps.rights.maskMessage(message) : message;
