import type { Channel, Chat, Operator } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { colleaguesOf, type Colleague } from "./mentions.ts";

const none: readonly Colleague[] = [];

/**
 * Returns the operators who can be mentioned in a note of this chat, with their current presence.
 * Empty until loaded, or if `on` is false.
 */
export function useColleagues(
  chat: Chat,
  me: Operator,
  on: boolean,
): { readonly colleagues: readonly Colleague[]; readonly known: boolean } {
  const staleTime = 5 * 60_000;
  const operators = useQuery({ queryKey: ["operators"], queryFn: () => api.list<Operator>("/operators"), staleTime, enabled: on });
  const channels = useQuery({ queryKey: ["channels", "all"], queryFn: () => api.list<Channel>("/channels"), staleTime, enabled: on });
  const presence = useLive((state) => state.snapshot.presence);
  const colleagues = useMemo(
    () => (operators.data && channels.data ? colleaguesOf(chat, me, operators.data, channels.data) : none),
    [chat, me, operators.data, channels.data],
  );
  const present = useMemo(
    () => colleagues.map((one) => ({ ...one, presence: presence.get(one.id) ?? ("offline" as const) })),
    [colleagues, presence],
  );
  return { colleagues: present, known: operators.data !== undefined && channels.data !== undefined };
}
