import type { Chat, Operator } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../state/api/api.ts";
import { useLiveClient, useLiveState } from "../../state/live-context.tsx";
import { setRingingCall } from "../../state/alerts/ringing-call.ts";
import { can } from "../../state/session.tsx";
import { getVisitorName } from "../chat/visitor-name.ts";
import { sortWaitingCalls } from "../calls/sort-waiting.ts";

/**
 * Returns the call for this operator that has waited longest, and stores it for sounds and
 * notifications.
 *
 * The chat of the call is offered to the operator, has them as a participant, is handled by a bot,
 * or has ended. Postponed calls are excluded. The calls are reloaded when a call changes.
 */
export function useRingingCall(
  rings: readonly Chat[],
  me: Operator,
): { readonly call: CallWithVisitor | null; readonly more: number } {
  const canChat = can(me, "chats.answer");
  const live = useLiveClient();
  const { data } = useQuery({
    queryKey: ["calls", "ringing"],
    enabled: canChat,
    // Loads all waiting calls, because a call that is due may be older than many postponed ones.
    async queryFn({ signal }) {
      await live.waitUntilLive(signal);
      return api.list<CallWithVisitor>("/calls", { query: { state: "waiting" }, signal });
    },
  });
  const isLoaded = useLiveState((state) => state.running === "ready");
  // Returns the ids as text, so that equal ids cause no re-render.
  const otherChatIds = useLiveState((state) => {
    const otherChats = [...state.snapshot.chats.values()].filter(
      ({ chat }) =>
        state.skipped.has(chat.id) ||
        chat.state === "waiting" ||
        (chat.state === "open" && !chat.participants.some((item) => item.id === me.id)),
    );
    return otherChats.map(({ chat }) => chat.id).join(" ");
  });
  const offered = new Set(rings.map((chat) => chat.id));
  const excludedIds = new Set(otherChatIds.split(" ").map(Number));
  const ringing =
    canChat && isLoaded
      ? sortWaitingCalls(data ?? []).filter(
          (item) =>
            item.due_at === undefined &&
            (offered.has(item.chat_id) || !excludedIds.has(item.chat_id)),
        )
      : [];
  const call = ringing[0] ?? null;
  const name = call === null ? "" : getVisitorName(call);
  const { id = null, phone = "", channel } = call ?? {};
  const channelName = channel?.name ?? "";
  useEffect(() => {
    setRingingCall(id === null ? null : { id, name, phone, channel: channelName });
    return () => setRingingCall(null);
  }, [id, name, phone, channelName]);
  return { call, more: Math.max(0, ringing.length - 1) };
}
