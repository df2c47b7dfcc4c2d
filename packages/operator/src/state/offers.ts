import type { Snapshot } from "@parlour/client";
import type { Chat, ChatInvitation, ChatNotice, ServerFrame } from "@parlour/protocol";
import { lastOf } from "./last-of.ts";
import { waitOf, type LiveState } from "./live-state.ts";

/** Returns whether a waiting chat is offered to this operator now (CORE-033, CORE-035). */
export function isOfferedTo(chat: Pick<Chat, "state" | "wait">, operatorId: number): boolean {
  return chat.state === "waiting" && (chat.wait?.offered?.includes(operatorId) ?? false);
}

type RingState = Pick<LiveState, "snapshot" | "skipped" | "closing" | "ringOrder">;

/**
 * Returns waiting chats offered to the operator, in the order set for the account: longest wait
 * first, or newest first (API-041).
 */
const offersOf = lastOf(
  ({ snapshot, closing, ringOrder }: RingState, operatorId: number) => [snapshot.chats, closing, ringOrder, operatorId] as const,
  (chats, closing, ringOrder, operatorId): readonly Chat[] => {
    const offers: { readonly chat: Chat; readonly since: number }[] = [];
    for (const { chat } of chats.values())
      if (isOfferedTo(chat, operatorId) && !closing.has(chat.id)) offers.push({ chat, since: waitOf(chat) ?? 0 });
    const sign = ringOrder === "newest" ? -1 : 1;
    return offers.sort((a, b) => sign * (a.since - b.since)).map(({ chat }) => chat);
  },
);

const isSkipped = (chat: Chat, skipped: ReadonlySet<number>, operatorId: number): boolean =>
  skipped.has(chat.id) || (chat.wait?.skipped?.includes(operatorId) ?? false);

/**
 * Returns chats that ring for the operator: offered and not skipped, the first to answer in front.
 */
export const ringsOf = lastOf(
  (state: RingState, operatorId: number) => [offersOf(state, operatorId), state.skipped, operatorId] as const,
  (offers, skipped, operatorId): readonly Chat[] => offers.filter((chat) => !isSkipped(chat, skipped, operatorId)),
);

/** Returns chats that are offered to the operator and that they skipped. */
export const skippedOf = lastOf(
  (state: RingState, operatorId: number) => [offersOf(state, operatorId), state.skipped, operatorId] as const,
  (offers, skipped, operatorId): readonly Chat[] => offers.filter((chat) => isSkipped(chat, skipped, operatorId)),
);

/** Returns the chat that rings first, or null. */
export function ringingOf(state: RingState, operatorId: number): Chat | null {
  return ringsOf(state, operatorId)[0] ?? null;
}

/**
 * Returns notices to this operator whose chat they have not opened since, newest first (CORE-150).
 */
export const noticesTo = lastOf(
  ({ snapshot }: Pick<LiveState, "snapshot">, operatorId: number) => [snapshot.chats, operatorId] as const,
  (chats, operatorId): readonly { readonly chat: Chat; readonly notice: ChatNotice }[] => {
    const found: { readonly chat: Chat; readonly notice: ChatNotice }[] = [];
    for (const { chat } of chats.values()) {
      const notice = chat.notices?.find((one) => one.to.id === operatorId && one.opened_at === null);
      if (notice && chat.state !== "closed") found.push({ chat, notice });
    }
    return found.sort((a, b) => b.notice.at.localeCompare(a.notice.at));
  },
);

/**
 * Returns chats that another operator transfers to this one now (API-025), sorted by the end of the
 * offer.
 */
export const handedTo = lastOf(
  ({ snapshot }: Pick<LiveState, "snapshot">, operatorId: number) => [snapshot.chats, operatorId] as const,
  (chats, operatorId): readonly Chat[] => {
    const handed: Chat[] = [];
    for (const { chat } of chats.values()) if (chat.state !== "closed" && chat.transfer?.to.id === operatorId) handed.push(chat);
    return handed.sort((a, b) => (a.transfer?.until ?? "").localeCompare(b.transfer?.until ?? ""));
  },
);

/**
 * Returns the open invitation to this operator (API-025), from the latest chat. Null if there is
 * none.
 */
export const invitationTo = lastOf(
  ({ snapshot }: Pick<LiveState, "snapshot">, operatorId: number) => [snapshot.chats, operatorId] as const,
  (chats, operatorId): { readonly chat: Chat; readonly invitation: ChatInvitation } | null => {
    let latest: { readonly chat: Chat; readonly invitation: ChatInvitation } | null = null;
    for (const { chat } of chats.values()) {
      const invitation = chat.invited?.find((one) => one.to.id === operatorId);
      if (invitation && chat.state === "open" && chat.created_at > (latest?.chat.created_at ?? "")) latest = { chat, invitation };
    }
    return latest;
  },
);

/**
 * Returns the chat that rings for this operator and that another operator just took. Null if there
 * is none.
 */
export function takenBy(frames: readonly ServerFrame[], ringing: number | null, snapshot: Snapshot, me: number): LiveState["taken"] {
  for (const frame of frames) {
    if (frame.type !== "event" || frame.name !== "chat_accepted" || frame.data.chat.id !== ringing || frame.data.by.id === me) continue;
    const visitor = snapshot.chats.get(frame.data.chat.id)?.chat.visitor ?? frame.data.chat.visitor;
    return { chatId: frame.data.chat.id, who: visitor.name?.value ?? "", by: frame.data.by.name };
  }
  return null;
}
