import { findAddress, type ConnectorKind } from "@parlour/protocol/settings/connectors";
import {
  isAddressAllowed,
  setChannelAddress,
} from "../../store/settings/channels/channel-address.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { RowKey } from "../../store/settings/rows.ts";

/**
 * Gives a channel the address of its settings (CON-066). `isOwnerOfInstallation`: the person who
 * saves may allow every address (CON-067). Returns false if another channel holds the address.
 */
export async function claimAddress(
  tx: Sql,
  key: RowKey,
  channel: { readonly kind: ConnectorKind; readonly settings: Readonly<Record<string, unknown>> },
  by: { readonly isOwnerOfInstallation: boolean; readonly now: number },
): Promise<boolean> {
  const address = findAddress(channel.kind, channel.settings);
  if (address === null) return true;
  const isAllowed = by.isOwnerOfInstallation || (await isAddressAllowed(tx, key.account, address));
  return setChannelAddress(tx, key, address, { isAllowed, now: by.now });
}
