import type { RoutingConfig } from "../../command.ts";
import type { ChannelKind } from "../../entity.ts";

type InactivitySetting = "inactivityMs" | "mailInactivityMs" | "messengerInactivityMs";

/** The setting with the time of each kind of channel (CORE-320). */
const settingByKind: Readonly<Record<ChannelKind, InactivitySetting>> = {
  widget: "inactivityMs",
  api: "inactivityMs",
  mail: "mailInactivityMs",
  telegram: "messengerInactivityMs",
  viber: "messengerInactivityMs",
  whatsapp: "messengerInactivityMs",
};

/**
 * Returns the time after which an answered chat of this kind closes (CORE-032), in milliseconds. 0
 * means never, also for a kind that this release does not know.
 */
export function getInactivityMs(routing: RoutingConfig, kind: ChannelKind): number {
  const setting = (settingByKind as Readonly<Partial<Record<ChannelKind, InactivitySetting>>>)[
    kind
  ];
  return setting === undefined ? 0 : routing[setting];
}
