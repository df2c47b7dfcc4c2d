import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { CommandContext } from "../../command.ts";
import type { ChannelKind, MessageDelivery } from "../../entity.ts";
import { formatTime } from "../create.ts";

/** Time that messages of this kind of channel wait for others to be sent with them (MAIL-062). */
export const getSendDelayMs = (kind: ChannelKind): number =>
  getCapabilities(kind).merge_seconds * 1_000;

/** Creates the delivery of a new message. `next_at` is set if the message waits (CORE-352). */
export function createPendingDelivery(
  { ids, now }: CommandContext,
  kind: ChannelKind,
): MessageDelivery {
  const delayMs = getSendDelayMs(kind);
  return {
    id: ids.delivery(),
    state: "pending",
    attempts: 0,
    error: null,
    next_at: delayMs === 0 ? null : formatTime(now + delayMs),
  };
}
