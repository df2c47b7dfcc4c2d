import { channelKindNames, getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { RoutingConfig } from "../../command.ts";
import type { ChannelKind } from "../../entity.ts";

/**
 * Returns the time after which an answered chat of this kind closes (CORE-032, CORE-320), in
 * milliseconds. 0 means never, also for a kind that this release does not know.
 */
export function getInactivityMs(routing: RoutingConfig, kind: ChannelKind): number {
  if (!channelKindNames.includes(kind)) return 0;
  const { chat_window, integrator_endpoint, email } = getCapabilities(kind);
  if (email) return routing.mailInactivityMs;
  return chat_window || integrator_endpoint ? routing.inactivityMs : routing.messengerInactivityMs;
}
