import type { Chat, Operator } from "@parlour/protocol";
import type { CallSeen } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../state/api.ts";
import { useLive } from "../state/live-context.tsx";
import { may } from "../state/session.tsx";

/**
 * The longest waiting call that asks for this operator: of a chat that is offered to him, of one he takes part in, or of one a bot has. It is read again whenever a
 * call changes.
 */
export function useRingingCall(rings: readonly Chat[], me: Operator): { readonly call: CallSeen | null; readonly more: number } {
  const answers = may(me, "chat");
  const { data } = useQuery({
    queryKey: ["calls", "ringing"],
    enabled: answers,
    queryFn: ({ signal }) => api.get<{ items: CallSeen[] }>("/calls", { query: { state: "waiting", limit: 50 }, signal }),
  });
  // As a text: equal while the same chats are his.
  const own = useLive((state) => {
    const mine = [...state.snapshot.chats.values()].filter(
      ({ chat }) =>
        !state.skipped.has(chat.id) &&
        (chat.state === "bot" || (chat.state === "open" && chat.participants.some((one) => one.id === me.id))),
    );
    return mine.map(({ chat }) => chat.id).join(" ");
  });
  const chats = new Set([...rings.map((chat) => chat.id), ...own.split(" ").map(Number)]);
  const ringing = answers ? (data?.items ?? []).filter((call) => call.type !== "outgoing" && chats.has(call.chat_id)) : [];
  return { call: ringing.at(-1) ?? null, more: Math.max(0, ringing.length - 1) };
}
