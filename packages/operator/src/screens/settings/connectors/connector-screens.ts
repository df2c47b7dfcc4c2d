import type { Channel } from "@parlour/protocol";
import { getConnectorSettings } from "@parlour/protocol/settings/connectors";
import { flattenFields } from "@parlour/protocol/settings/paths";
import type { ConnectorScreen } from "./connector-screen.ts";
import * as kinds from "./kinds/index.ts";

export const connectorScreens: readonly ConnectorScreen[] = Object.values<ConnectorScreen>(kinds);

/** Returns the screen of a stored channel, with the fields that have an effect there, or null. */
export function findChannelScreen(channel: Channel): ConnectorScreen | null {
  const screen = findConnectorScreen(channel.kind);
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
export const findConnectorScreen = (kind: Channel["kind"]): ConnectorScreen | null =>
  connectorScreens.find((screen) => screen.kind === kind) ?? null;
