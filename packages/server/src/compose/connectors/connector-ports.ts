import { isConnectorKind } from "@parlour/protocol/settings/connectors";
import type { ChannelStates, ExternalMessages } from "../../connectors/external-messages.ts";
import type {
  ChangeReporter,
  ConnectorPorts,
  ConnectorTarget,
  Outbox,
  ServicePort,
} from "../../connectors/ports.ts";
import { reportChange } from "../../core/chat/message/changes/report-change.ts";
import type { DeliveryTarget } from "../../delivery/queue/index.ts";
import type { Egress } from "../../egress/index.ts";
import { openConnectorSettings } from "../../settings/channels/connector.ts";
import {
  deleteChannelMessage,
  findChannelMessage,
  findLatestChannelMessage,
  findLatestMessageOfCustomer,
  findLatestSentMessage,
  insertChannelMessage,
  listExternalIds,
} from "../../store/chats/channel-message.ts";
import {
  listWaitingMessages,
  releaseWaitingDeliveries,
} from "../../store/deliveries/waiting-messages.ts";
import {
  readChannelState,
  writeChannelProblem,
  writeChannelState,
} from "../../store/settings/channels/connector.ts";
import { version } from "../../version.ts";
import type { BaseServices } from "../base.ts";
import type { ChannelDirectory } from "./channel-directory.ts";
import { createConnectorInbox } from "./inbox.ts";
import type { LateParts } from "./late-parts.ts";

/** Creates what a connector may use. */
export function createConnectorPorts(
  base: BaseServices,
  egress: Egress,
  channels: ChannelDirectory,
  getParts: () => LateParts,
): ConnectorPorts {
  const { config, addresses, secrets } = base;
  const messages = createExternalMessages(base);
  return {
    inbox: createConnectorInbox(base, channels, messages, getParts),
    outbox: createOutbox(base, messages, getParts),
    service: createServicePort(base, egress),
    installation: {
      version,
      config,
      publicUrl: () => addresses().publicUrl,
      derive: (purpose) => secrets.derive(purpose),
    },
  };
}

function createExternalMessages({ db }: BaseServices): ExternalMessages {
  return {
    link: (channel, message) => insertChannelMessage(db, channel, message),
    unlink: (channel, externalId) => deleteChannelMessage(db, channel, externalId),
    find: (channel, externalId) => findChannelMessage(db, channel, externalId),
    listOf: (channel, message) => listExternalIds(db, channel, message),
    findLatest: (channel, chatId) => findLatestChannelMessage(db, channel, chatId),
    findLatestOfCustomer: (channel, customer) => findLatestMessageOfCustomer(db, channel, customer),
    findLatestSent: (...args) => findLatestSentMessage(db, ...args),
  };
}

function createOutbox(
  base: BaseServices,
  messages: ExternalMessages,
  getParts: () => LateParts,
): Outbox {
  const { db, clock } = base;
  return {
    openTarget: (target) => openTarget(base, target),
    files: { open: (...args) => getParts().files.open(...args) },
    messages,
    listWaiting: (claim) => listWaitingMessages(db, claim),
    releaseWaiting: (claim) => releaseWaitingDeliveries(db, claim, clock.now()),
    async fail(channel, { externalId, ...failure }) {
      const found = await messages.find(channel, externalId);
      if (found === null) return false;
      const { chatId, seq } = found;
      return getParts().failDelivered(channel.account, { ...failure, chatId, seq });
    },
    ...createChangeReporter(base),
  };
}

/** Creates what stores the results of changes of messages (CORE-431). */
export function createChangeReporter({ write }: BaseServices): ChangeReporter {
  return {
    async reportChange(message, result, account) {
      const subject = { chat: message.chat_id, message: message.seq };
      await write({ account, subject, handler: reportChange(result) });
    },
  };
}

function createServicePort(base: BaseServices, egress: Egress): ServicePort {
  const { clock, log, limits, cluster, onFault } = base;
  return {
    clock,
    log,
    egress,
    limits,
    states: createChannelStates(base),
    record: recordConnectorRequest(base),
    isResponsible: (job) => cluster.isResponsible(job),
    onFault,
  };
}

function createChannelStates({ db, clock, log }: BaseServices): ChannelStates {
  return {
    load: async <T>({ account, id }: { account: number; id: number }) =>
      (await readChannelState(db, account, id)) as T | null,
    save: ({ account, id }, state) => writeChannelState(db, account, id, state),
    async report(channel, problem) {
      if (!(await writeChannelProblem(db, channel, problem, clock.now()))) return;
      const fields = { account: channel.account, channel: channel.id };
      if (problem !== null) log.warn({ ...fields, problem: problem.message }, "connector.problem");
      else log.info(fields, "connector.recovered");
    },
  };
}

/** Opens the channel and the customer of a delivery, or returns null if one is missing. */
function openTarget(
  { secrets }: BaseServices,
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
  ({ inspector, clock }: BaseServices): ServicePort["record"] =>
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
