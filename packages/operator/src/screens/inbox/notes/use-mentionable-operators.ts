import type { Channel, Chat, Operator } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../state/api/api.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { listMentionable } from "../../../ui/conversation/rich-text/mentions.ts";

const noOperators: readonly Operator[] = [];

/** Returns the operators for a note with their presence. Empty until loaded, or unless `on`. */
export function useMentionableOperators(
  chat: Chat,
  me: Operator,
  on: boolean,
): { readonly operators: readonly Operator[]; readonly isLoaded: boolean } {
  const staleTime = 5 * 60_000;
  const operators = useQuery({
    queryKey: ["operators"],
    queryFn: () => api.list<Operator>("/operators"),
    staleTime,
    enabled: on,
  });
  const channels = useQuery({
    queryKey: ["channels", "all"],
    queryFn: () => api.list<Channel>("/channels"),
    staleTime,
    enabled: on,
  });
  const presence = useLiveState((state) => state.snapshot.presence);
  const mentionable = useMemo(() => {
    if (!operators.data || !channels.data) return noOperators;
    const channel = channels.data.find(({ id }) => id === chat.channel.id);
    return listMentionable(chat, me, operators.data, channel?.operators ?? []);
  }, [chat, me, operators.data, channels.data]);
  const withPresence = useMemo(
    () =>
      mentionable.map((operator) => ({
        ...operator,
        presence: presence.get(operator.id) ?? ("offline" as const),
      })),
    [mentionable, presence],
  );
  return {
    operators: withPresence,
    isLoaded: operators.data !== undefined && channels.data !== undefined,
  };
}
