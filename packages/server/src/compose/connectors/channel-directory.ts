import { isConnectorKind } from "@parlour/protocol/settings/connectors";
import type { ListedChannel } from "../../connectors/connector.ts";
import { openConnectorSettings } from "../../settings/channels/connector.ts";
import { listConnectorChannels } from "../../store/settings/channels/connector.ts";
import type { BaseServices } from "../base.ts";

/** The channels that connectors serve, read again after each change of settings. */
export interface ChannelDirectory {
  load(): Promise<readonly ListedChannel[]>;
  clear(): void;
}
/** Creates the directory. Reads nothing before the first `load`. */
export function createChannelDirectory(base: BaseServices): ChannelDirectory {
  let loading: Promise<readonly ListedChannel[]> | null = null;
  const read = async (): Promise<readonly ListedChannel[]> =>
    (await listConnectorChannels(base.db)).flatMap(({ kind, ...record }) => {
      if (!isConnectorKind(kind)) return [];
      const { account, id, publicId, name, enabled, addressState } = record;
      const settings = openConnectorSettings(record, base.secrets);
      return [{ account, id, kind, publicId, name, enabled, addressState, ...settings }];
    });
  return {
    load() {
      if (loading === null) {
        const current = read();
        loading = current;
        current.catch(() => {
          if (loading === current) loading = null;
        });
      }
      return loading;
    },
    clear() {
      loading = null;
    },
  };
}
