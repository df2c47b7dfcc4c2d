import type { Snapshot } from "@parlour/client";
import type { Chat, ChatInvitation, ChatNotice } from "@parlour/protocol";
import { memoizeLast } from "../api/memoize-last.ts";
import {
  getWaitingSince,
  type ChatsState,
  type LiveState,
  type RingingState,
} from "../live-state.ts";

/** Returns whether a waiting chat is offered to this operator now (CORE-033, CORE-035). */
export function isOfferedTo(chat: Chat, operatorId: number): boolean {
  return chat.state === "waiting" && (chat.wait?.offered?.includes(operatorId) ?? false);
}

/** Returns the waiting chats offered to the operator, in the order of the account (API-296). */
const listOfferedChats = memoizeLast(
  ({ snapshot, closing, ringOrder }: RingingState, operatorId: number) =>
    [snapshot.chats, closing, ringOrder, operatorId] as const,
  (chats, closing, ringOrder, operatorId): readonly Chat[] => {
    const offers: { readonly chat: Chat; readonly since: number }[] = [];
    for (const { chat } of chats.values())
      if (isOfferedTo(chat, operatorId) && !closing.has(chat.id))
        offers.push({ chat, since: getWaitingSince(chat) ?? 0 });
    const sign = ringOrder === "newest" ? -1 : 1;
    return offers.sort((a, b) => sign * (a.since - b.since)).map(({ chat }) => chat);
  },
);

const isSkipped = (chat: Chat, skipped: ReadonlySet<number>, operatorId: number): boolean =>
  skipped.has(chat.id) || (chat.wait?.skipped?.includes(operatorId) ?? false);

/** Returns the chats that ring: offered and not skipped. The one to answer first comes first. */
export const listRingingChats = memoizeLast(
  (state: RingingState, operatorId: number) =>
    [listOfferedChats(state, operatorId), state.skipped, operatorId] as const,
  (offers, skipped, operatorId): readonly Chat[] =>
    offers.filter((chat) => !isSkipped(chat, skipped, operatorId)),
);

/** Returns chats that are offered to the operator and that they skipped. */
export const listSkippedChats = memoizeLast(
  (state: RingingState, operatorId: number) =>
    [listOfferedChats(state, operatorId), state.skipped, operatorId] as const,
  (offers, skipped, operatorId): readonly Chat[] =>
    offers.filter((chat) => isSkipped(chat, skipped, operatorId)),
);

/** Returns the first of the ringing chats that is not `except`, or null. */
export function findFirstRingingChat(
  state: RingingState,
  operatorId: number,
  except?: number,
): Chat | null {
  return listRingingChats(state, operatorId).find(({ id }) => id !== except) ?? null;
}

/** Returns notices to this operator whose chat they did not open since, newest first (CORE-150). */
export const listUnopenedNotices = memoizeLast(
  ({ snapshot }: ChatsState, operatorId: number) => [snapshot.chats, operatorId] as const,
  (chats, operatorId): readonly { readonly chat: Chat; readonly notice: ChatNotice }[] => {
    const unopened: { readonly chat: Chat; readonly notice: ChatNotice }[] = [];
    for (const { chat } of chats.values()) {
      const notice = chat.notices?.find(
        (entry) => entry.to.id === operatorId && entry.opened_at === null,
      );
      if (notice && chat.state !== "closed") unopened.push({ chat, notice });
    }
    return unopened.sort((a, b) => b.notice.at.localeCompare(a.notice.at));
  },
);

/** Returns chats that are being transferred to this operator (API-025), by end of the offer. */
export const listIncomingTransfers = memoizeLast(
  ({ snapshot }: ChatsState, operatorId: number) => [snapshot.chats, operatorId] as const,
  (chats, operatorId): readonly Chat[] => {
    const handed: Chat[] = [];
    for (const { chat } of chats.values())
      if (chat.state !== "closed" && chat.transfer?.to.id === operatorId) handed.push(chat);
    return handed.sort((a, b) => (a.transfer?.until ?? "").localeCompare(b.transfer?.until ?? ""));
  },
);

/** Returns the open invitation to this operator (API-234), from the latest chat, or null. */
export const findInvitation = memoizeLast(
  ({ snapshot }: ChatsState, operatorId: number) => [snapshot.chats, operatorId] as const,
  (chats, operatorId): { readonly chat: Chat; readonly invitation: ChatInvitation } | null => {
    let latest: { readonly chat: Chat; readonly invitation: ChatInvitation } | null = null;
    for (const { chat } of chats.values()) {
      const invitation = chat.invited?.find((entry) => entry.to.id === operatorId);
      if (invitation && chat.state === "open" && chat.created_at > (latest?.chat.created_at ?? ""))
        latest = { chat, invitation };
    }
    return latest;
  },
);

/** Returns who took the chat that rang first, if another operator did, else null (CORE-031). */
export function findTakingOperator(
  ringing: { readonly id: number } | null,
  snapshot: Snapshot,
  operatorId: number,
): LiveState["taken"] {
  const chat = ringing === null ? undefined : snapshot.chats.get(ringing.id)?.chat;
  if (chat?.state !== "open" || chat.assignee === null || chat.assignee.id === operatorId)
    return null;
  return { chatId: chat.id, visitorName: chat.visitor.name?.value ?? "", by: chat.assignee.name };
}
