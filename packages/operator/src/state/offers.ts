import type { Snapshot } from "@parlour/client";
import type { Chat, ChatInvitation, ServerFrame } from "@parlour/protocol";
import { lastOf } from "./last-of.ts";
import { waitOf, type LiveState } from "./live-state.ts";

/** Whether a waiting chat is offered to this operator now (CORE-033, CORE-035). */
export function isOfferedTo(chat: Pick<Chat, "state" | "wait">, operatorId: number): boolean {
  return chat.state === "waiting" && (chat.wait?.offered?.includes(operatorId) ?? false);
}

/** The chats that ring here: waiting, offered to the operator and not skipped; the newest first. */
export const ringsOf = lastOf(
  ({ snapshot, skipped, closing }: Pick<LiveState, "snapshot" | "skipped" | "closing">, operatorId: number) =>
    [snapshot.chats, skipped, closing, operatorId] as const,
  (chats, skipped, closing, operatorId): readonly Chat[] => {
    const rings: { readonly chat: Chat; readonly since: number }[] = [];
    for (const { chat } of chats.values()) {
      if (isOfferedTo(chat, operatorId) && !skipped.has(chat.id) && !closing.has(chat.id)) rings.push({ chat, since: waitOf(chat) ?? 0 });
    }
    return rings.sort((a, b) => b.since - a.since).map(({ chat }) => chat);
  },
);

/** The chat that rings: the newest one. */
export function ringingOf(state: Pick<LiveState, "snapshot" | "skipped" | "closing">, operatorId: number): Chat | null {
  return ringsOf(state, operatorId)[0] ?? null;
}

/** Chats that a colleague hands to this operator now (API-025), the one that ends first in front. */
export const handedTo = lastOf(
  ({ snapshot }: Pick<LiveState, "snapshot">, operatorId: number) => [snapshot.chats, operatorId] as const,
  (chats, operatorId): readonly Chat[] => {
    const handed: Chat[] = [];
    for (const { chat } of chats.values()) if (chat.state !== "closed" && chat.transfer?.to.id === operatorId) handed.push(chat);
    return handed.sort((a, b) => (a.transfer?.until ?? "").localeCompare(b.transfer?.until ?? ""));
  },
);

/** What a colleague asked this operator into (API-025), the latest chat first; null: nothing. */
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

/** Whether a colleague just took the chat that rings here. */
export function takenBy(frames: readonly ServerFrame[], ringing: number | null, snapshot: Snapshot, me: number): LiveState["taken"] {
  for (const frame of frames) {
    if (frame.type !== "event" || frame.name !== "chat_accepted" || frame.data.chat.id !== ringing || frame.data.by.id === me) continue;
    const visitor = snapshot.chats.get(frame.data.chat.id)?.chat.visitor ?? frame.data.chat.visitor;
    return { chatId: frame.data.chat.id, who: visitor.name?.value ?? "", by: frame.data.by.name };
  }
  return null;
}
