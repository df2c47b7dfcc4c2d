import { isConnectorKind } from "@parlour/protocol/entity/channel-kinds/settings";
import type { ConnectorDeps, ConnectorTarget } from "../../connectors/connector.ts";
import type { ChannelStates, ExternalMessages } from "../../connectors/external-messages.ts";
import { createInbox, type Inbox, type InboxDeps } from "../../connectors/inbox.ts";
import type { DeliveryTarget } from "../../delivery/queue/index.ts";
import type { Egress } from "../../egress/index.ts";
import type { Files } from "../../files/index.ts";
import { openConnectorSettings } from "../../settings/channels/connector.ts";
import {
  findChannelMessage,
  findLatestChannelMessage,
  findLatestMessageOfCustomer,
  findMessageOfChat,
  insertChannelMessage,
  listExternalIds,
} from "../../store/chats/channel-message.ts";
import { findLatestChat } from "../../store/deliveries/channel-inbound.ts";
import {
  readChannelState,
  writeChannelProblem,
  writeChannelState,
} from "../../store/settings/channels/connector.ts";
import type { Realtime } from "../../realtime/index.ts";
import { version } from "../../version.ts";
import { createConnect, type BaseServices } from "../base.ts";
import { createTypingHandler } from "./customer-typing.ts";
import type { TestHooks } from "../server-options.ts";
import type { ChannelDirectory } from "./channel-directory.ts";

/** The parts of the server that exist only after the connectors. */
export interface LateParts {
  readonly files: Files;
  /** Marks a message that was delivered as failed (CORE-289). */
  readonly failDelivered: InboxDeps["failDelivered"];
  readonly realtime: Pick<Realtime, "publishTyping">;
}

/** Creates what a connector may use. */
export function createConnectorDeps(
  base: BaseServices,
  hooks: TestHooks,
  parts: {
    readonly egress: Egress;
    readonly getParts: () => LateParts;
    readonly channels: ChannelDirectory;
  },
): ConnectorDeps {
  const { clock, log, config, onFault, cluster, addresses, limits, db, secrets } = base;
  const messages: ExternalMessages = {
    link: (channel, message) => insertChannelMessage(db, channel, message),
    find: (channel, externalId) => findChannelMessage(db, channel, externalId),
    listOf: (channel, message) => listExternalIds(db, channel, message),
    findLatest: (channel, chatId) => findLatestChannelMessage(db, channel, chatId),
    findLatestOfCustomer: (channel, customer) => findLatestMessageOfCustomer(db, channel, customer),
  };
  const states: ChannelStates = {
    load: async <T>({ account, id }: { account: number; id: number }) =>
      (await readChannelState(db, account, id)) as T | null,
    save: ({ account, id }, state) => writeChannelState(db, account, id, state),
    async report(channel, problem) {
      if (!(await writeChannelProblem(db, channel, problem, clock.now()))) return;
      const fields = { account: channel.account, channel: channel.id, problem };
      if (problem !== null) log.warn(fields, "connector.problem");
      else log.info(fields, "connector.recovered");
    },
  };
  return {
    clock,
    log,
    onFault,
    egress: parts.egress,
    connect: createConnect(hooks),
    limits,
    version,
    config,
    publicUrl: () => addresses().publicUrl,
    derive: (purpose) => secrets.derive(purpose),
    findChannel: async (publicId) =>
      (await parts.channels.load()).find((channel) => channel.publicId === publicId) ?? null,
    openTarget: (target) => openTarget(base, target),
    isResponsible: (job) => cluster.isResponsible(job),
    inbox: createInboxFor(base, messages, parts.getParts),
    messages,
    states,
    files: { open: (...args) => parts.getParts().files.open(...args) },
    record: recordConnectorRequest(base),
  };
}

function createInboxFor(
  base: BaseServices,
  messages: ExternalMessages,
  getParts: () => LateParts,
): Inbox {
  const { write, journal, clock, limits, db } = base;
  return createInbox({
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
    },
    findLatestChat: (account, channelId, customer) =>
      findLatestChat(db, account, channelId, customer),
    findMessage: (account, message) => findMessageOfChat(db, account, message),
    failDelivered: (account, failure) => getParts().failDelivered(account, failure),
    onTyping: (signal) => createTypingHandler(base, getParts().realtime)(signal),
  });
}

/** Opens the channel and the customer of a delivery, or returns null if one is missing. */
function openTarget(
  { secrets }: Pick<BaseServices, "secrets">,
  { account, channel, recipient }: DeliveryTarget,
): ConnectorTarget | null {
  if (channel === null || channel.deleted || channel.connector === null || recipient === null)
    return null;
  const { id, kind, publicId, name, enabled, connector } = channel;
  if (!isConnectorKind(kind)) return null;
  const settings = openConnectorSettings(connector, secrets);
  return {
    channel: { account, id, kind, publicId, name, enabled, ...settings },
    customer: JSON.parse(recipient) as string,
  };
}

/** Shows requests of services in the request inspector, as those of interface A. */
const recordConnectorRequest =
  ({ inspector, clock }: Pick<BaseServices, "inspector" | "clock">): ConnectorDeps["record"] =>
  ({ account, id }, { fault, ...request }) =>
    inspector.recordRequest(account, {
      ...request,
      kind: "channel",
      ownerId: id,
      at: clock.now(),
      fault: fault === null ? null : { field: null, ...fault },
      event: null,
      chatId: null,
    });
