import type { ExternalMessages } from "../../connectors/external-messages.ts";
import { createInbox, type Inbox } from "../../connectors/inbox.ts";
import {
  decideCustomerKeyChange,
  type CustomerKeyChange,
} from "../../core/visitor/change-customer.ts";
import { findMessageOfChat } from "../../store/chats/channel-message.ts";
import { findLatestChat } from "../../store/deliveries/channel-inbound.ts";
import { changeCustomerKey, listCustomers } from "../../store/visitors/change-customer-key.ts";
import type { BaseServices } from "../base.ts";
import type { ChannelDirectory } from "./channel-directory.ts";
import { createTypingHandler } from "./customer-typing.ts";
import type { LateParts } from "./late-parts.ts";

export function createConnectorInbox(
  base: BaseServices,
  channels: ChannelDirectory,
  messages: ExternalMessages,
  getParts: () => LateParts,
): Inbox {
  const { write, journal, clock, limits, db } = base;
  return createInbox({
    findChannel: async (kind, publicId) =>
      (await channels.load()).find(
        (channel) => channel.kind === kind && channel.publicId === publicId,
      ) ?? null,
    write,
    config: (account) => journal.config(account),
    clock,
    limits,
    messages,
    files: {
      store: (upload) => getParts().files.store(upload),
      claimOfVisitor: (...args) => getParts().files.claimOfVisitor(...args),
      attach: (...args) => getParts().files.attach(...args),
      discard: (...args) => getParts().files.discard(...args),
      release: (...args) => getParts().files.release(...args),
    },
    findLatestChat: (account, channelId, customer) =>
      findLatestChat(db, account, channelId, customer),
    findMessage: (account, message) => findMessageOfChat(db, account, message),
    changeCustomerKey: (channel, change) => changeKey(base, channel, change),
    onTyping: (signal) => createTypingHandler(base, getParts().realtime)(signal),
  });
}

/** Reads before it takes the lock of the account, because most messages change no key. */
async function changeKey(
  { db, journal, clock }: BaseServices,
  channel: { readonly account: number; readonly id: number },
  change: CustomerKeyChange,
): Promise<{ readonly isRenamed: boolean }> {
  const known = await listCustomers(db, channel, [...change.from, ...change.to]);
  if (decideCustomerKeyChange(known, change) === null) return { isRenamed: false };
  return journal.change(channel.account, async (tx) => {
    const result = await changeCustomerKey(tx, channel, change, clock.now());
    return { result, changed: result.persons.map((id) => ({ kind: "person" as const, id })) };
  });
}
