import type { Channel, Chat, Message } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import {
  getChangeDeadline,
  type ChangeChannel,
} from "@parlour/protocol/entity/channel-kinds/change-deadline";
import { getLoadedChannels, useAllChannels } from "../../../../state/api/queries.ts";
import { browserClock } from "../../../../state/clock.ts";

export type { ChangeChannel };

/** Returns what decides about changes of answers (CORE-412). Only interface A has a setting. */
export function useChangeChannel(chat: Chat): ChangeChannel {
  const { data } = useAllChannels(getCapabilities(chat.channel.kind).integrator_endpoint);
  return toChangeChannel(chat, data);
}

/** Like `useChangeChannel`, from what is loaded now. */
export const getChangeChannel = (chat: Chat): ChangeChannel =>
  toChangeChannel(chat, getLoadedChannels());

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
