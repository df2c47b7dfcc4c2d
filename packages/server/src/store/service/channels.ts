import {
  findActiveOperators,
  createChannel,
  createWidgetChannel,
  deleteChannel,
  rotateChannelAddress,
  rotateChannelSecret,
  setIdentitySecret,
  updateChannel,
} from "../settings/channels/channel-changes.ts";
import type { Sql } from "../database/sql.ts";
import { findChannel, listChannels } from "../settings/channels/channel.ts";
import { readerForTransaction } from "../database/transaction-reader.ts";
import { bindReader } from "./bind-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the store of channels for `api`. */
export function createChannelStores({ reader, secrets }: Pick<ServiceStoreDeps, "reader" | "secrets">) {
  const seal = (text: string) => secrets.seal(text);
  return {
    channels: {
      list: bindReader(reader, listChannels),
      find: bindReader(reader, findChannel),
      findIn: (tx: Sql, account: number, id: number) => findChannel(readerForTransaction(tx), account, id),
      create: (tx: Sql, account: number, row: Parameters<typeof createChannel>[2]) => createChannel(tx, account, row, seal),
      createWidget: createWidgetChannel,
      update: updateChannel,
      remove: deleteChannel,
      activeOperators: findActiveOperators,
      rotateAddress: (tx: Sql, account: number, id: number, randomString: string, now: number) =>
        rotateChannelAddress(tx, account, id, randomString, seal, now),
      rotateSecret: (tx: Sql, account: number, id: number, secret: string, now: number) =>
        rotateChannelSecret(tx, account, id, secret, seal, now),
      setIdentitySecret: (tx: Sql, account: number, id: number, secret: string | null) => setIdentitySecret(tx, account, id, secret, seal),
    },
  };
}
