import type { Chat, Operator } from "@parlour/protocol";
import type { CallSeen } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../state/api.ts";
import { useLive } from "../../state/live-context.tsx";
import { setRingingCall } from "../../state/ringing.ts";
import { may } from "../../state/session.tsx";
import { visitorName } from "../../ui/visitor-name.ts";
import { inTurn } from "../calls/turn.ts";

/**
 * The longest waiting call that asks for this operator: of a chat that is offered to him, of one he takes part in, of one a bot has, or of one that has
 * ended since; none that was put off. It is read again whenever a call changes, and told to the sounds and notices of this page.
 */
export function useRingingCall(rings: readonly Chat[], me: Operator): { readonly call: CallSeen | null; readonly more: number } {
  const answers = may(me, "chat");
  const { data } = useQuery({
    queryKey: ["calls", "ringing"],
    enabled: answers,
    // All of them: one whose time has come may be older than many that were put off.
    queryFn: ({ signal }) => api.list<CallSeen>("/calls", { query: { state: "waiting" }, signal }),
  });
  const isLoaded = useLive((state) => state.running === "ready");
  // As a text: equal while the same chats are others'.
  const others = useLive((state) => {
    const theirs = [...state.snapshot.chats.values()].filter(
      ({ chat }) =>
        state.skipped.has(chat.id) ||
        chat.state === "waiting" ||
        (chat.state === "open" && !chat.participants.some((one) => one.id === me.id)),
    );
    return theirs.map(({ chat }) => chat.id).join(" ");
  });
  const offered = new Set(rings.map((chat) => chat.id));
  const kept = new Set(others.split(" ").map(Number));
  const ringing =
    answers && isLoaded
      ? inTurn(data ?? []).filter((one) => one.due_at === undefined && (offered.has(one.chat_id) || !kept.has(one.chat_id)))
      : [];
  const call = ringing[0] ?? null;
  const name = call === null ? "" : visitorName(call);
  const { id = null, phone = "", channel } = call ?? {};
  const place = channel?.name ?? "";
  useEffect(() => {
    setRingingCall(id === null ? null : { id, name, phone, channel: place });
    return () => setRingingCall(null);
  }, [id, name, phone, place]);
  return { call, more: Math.max(0, ringing.length - 1) };
}
