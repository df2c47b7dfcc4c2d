import type { ConnectorSettings } from "./connector-settings.ts";
import * as kinds from "./kinds.ts";

export type { ConnectorSettings } from "./connector-settings.ts";

/** A kind of channel that a connector serves (CON-010). */
export type ConnectorKind = keyof typeof kinds;
const settings: Readonly<Record<ConnectorKind, ConnectorSettings>> = kinds;
export const connectorKinds = Object.keys(settings) as readonly ConnectorKind[];

/** Returns whether a connector serves channels of this kind. */
export const isConnectorKind = (kind: string): kind is ConnectorKind =>
  Object.hasOwn(settings, kind);
/** Returns the address at which a channel receives, in lower case, or null if it has none. */
export function findAddress(
  kind: ConnectorKind,
  values: Readonly<Record<string, unknown>>,
): string | null {
  const { address } = settings[kind];
  const value = address === undefined ? undefined : values[address];
  return typeof value === "string" ? value.toLowerCase() : null;
}
/** Returns the names of the fields that administrators set and never see again. */
export const listCredentials = (kind: ConnectorKind): readonly string[] =>
  Object.keys(settings[kind].fields).filter(
    (name) => settings[kind].fields[name]?.type === "credential",
  );
export const getConnectorSettings = (kind: ConnectorKind): ConnectorSettings => settings[kind];
