import type { Channel } from "@parlour/protocol";
import { getConnectorSettings } from "@parlour/protocol/settings/connectors";
import { flattenFields } from "@parlour/protocol/settings/paths";
import type { KindScreen } from "./kind-screen.ts";
import * as kinds from "./kinds/index.ts";

export const kindScreens: readonly KindScreen[] = Object.values<KindScreen>(kinds);

/** Returns the screen of a stored channel, with the fields that have an effect there, or null. */
export function findChannelScreen(channel: Channel): KindScreen | null {
  const screen = findKindScreen(channel);
  if (screen?.isUnused === undefined) return screen;
  const { isUnused } = screen;
  const byPath = flattenFields(getConnectorSettings(screen.kind).fields);
  const fields = screen.fields.filter((path) => {
    const field = byPath[path];
    return field !== undefined && !isUnused(field, channel);
  });
  return { ...screen, fields };
}

/** Returns the screen of a channel's kind, or null for interface A and widgets. */
export const findKindScreen = ({ kind }: Pick<Channel, "kind">): KindScreen | null =>
  kindScreens.find((screen) => screen.kind === kind) ?? null;
