import type { Fields } from "@parlour/protocol/settings/field";
import type { ChannelKind } from "../../../core/entity.ts";
import type { KindStore } from "../kind-store.ts";
import { createChannel, deleteChannel, updateChannel } from "./channel-changes.ts";
import { listChannels, type ChannelChange, type ChannelFacts, type NewChannel } from "./channel.ts";

/** Returns the store of the channels of one kind, for the provisioning file. */
export function createChannelStore<F extends Fields>(
  kind: ChannelKind,
): KindStore<F, ChannelFacts> {
  return {
    list: async (reader, account, { id = null } = {}) =>
      (await listChannels(reader, account)).filter(
        (row) => row.kind === kind && (id === null || row.id === id),
      ) as never,
    create: (tx, account, given, context) => {
      const values: object = given;
      return createChannel(tx, account, { ...(values as NewChannel), kind }, context);
    },
    update: async (tx, key, given, context) =>
      (await updateChannel(tx, key, given as ChannelChange, context)) ? "done" : "not_found",
    remove: (tx, account, id, { now }) => deleteChannel(tx, account, id, now),
  };
}
