import type { Channel, Operator } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { useAllChannels } from "../../state/api/queries.ts";
import { can } from "../../state/session.tsx";

/** Returns the channels from which the operator can send a new email (MAIL-151). */
const listEmailChannels = (channels: readonly Channel[], me: Operator): readonly Channel[] =>
  channels.filter(
    ({ kind, enabled, operators }) =>
      enabled && getCapabilities(kind).email && operators.includes(me.id),
  );

/** Loads these channels. Empty until they are loaded, and for roles that do not answer. */
export function useEmailChannels(me: Operator): readonly Channel[] {
  const { data = [] } = useAllChannels(can(me, "chats.answer"));
  return listEmailChannels(data, me);
}
