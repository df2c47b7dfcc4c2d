import type { Channel, Chat, Message } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import {
  getChangeDeadline,
  type ChangeChannel,
} from "@parlour/protocol/entity/channel-kinds/change-deadline";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../../state/api/api.ts";
import { browserClock } from "../../../../state/clock.ts";

export type { ChangeChannel };

const queryKey = ["channels", "all"];

/**
 * Returns what decides whether answers of the chat can be changed (CORE-412). Only channels of
 * interface A have a setting for it, which is loaded for them. Until then, they cannot.
 */
export function useChangeChannel(chat: Chat): ChangeChannel {
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.list<Channel>("/channels"),
    enabled: getCapabilities(chat.channel.kind).integrator_endpoint,
  });
  return toChangeChannel(chat, data);
}

/** Like `useChangeChannel`, from what is loaded now. */
export const getChangeChannel = (chat: Chat): ChangeChannel =>
  toChangeChannel(chat, queryClient.getQueryData(queryKey));

/** Returns whether the channel still shows a change of the message. */
export const showsChange = (message: Message, channel: ChangeChannel): boolean =>
  browserClock.now() < getChangeDeadline(message, channel);

const toChangeChannel = (
  { channel: { id, kind } }: Chat,
  channels: readonly Channel[] = [],
): ChangeChannel => ({
  kind,
  message_changes: channels.find((channel) => channel.id === id)?.message_changes,
});
