import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { isConnectorKind } from "@parlour/protocol/entity/channel-kinds/settings";
import type {
  ConnectorDeps,
  ConnectorTarget,
  MailPorts,
  Outbox,
} from "../../connectors/connector.ts";
import type { ChannelStates, ExternalMessages } from "../../connectors/external-messages.ts";
import { createInbox, type Inbox } from "../../connectors/inbox.ts";
import type { InboxDeps } from "../../connectors/inbox-deps.ts";
import {
  decideCustomerKeyChange,
  type CustomerKeyChange,
} from "../../core/visitor/change-customer.ts";
import type { DeliveryTarget } from "../../delivery/queue/index.ts";
import { createNameRecords, type Egress } from "../../egress/index.ts";
import { StartError } from "../../embedded/start-error.ts";
import type { Files } from "../../files/index.ts";
import { createMailGate } from "../../mail/gate/mail-gate.ts";
import { createStopLinks } from "../../mail/stop-links.ts";
import { readMailLocale } from "../../store/settings/installation/mail-recipients.ts";
import { openMailServer } from "../../mail/service.ts";
import { openConnectorSettings } from "../../settings/channels/connector.ts";
import {
  findChannelMessage,
  findLatestChannelMessage,
  findLatestMessageOfCustomer,
  findMessageOfChat,
  insertChannelMessage,
  listExternalIds,
} from "../../store/chats/channel-message.ts";
import { changeCustomerKey, listCustomers } from "../../store/visitors/change-customer-key.ts";
import { insertIgnoredEmail } from "../../store/visitors/ignored-email.ts";
import {
  findMailVisitor,
  listMessagesBySeq,
  readMailThread,
} from "../../store/chats/mail-thread.ts";
import {
  listWaitingMessages,
  releaseWaitingDeliveries,
} from "../../store/deliveries/waiting-messages.ts";
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
    readonly accessTokens: MailPorts["accessTokens"];
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
      const fields = { account: channel.account, channel: channel.id };
      if (problem !== null) log.warn({ ...fields, problem: problem.message }, "connector.problem");
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
    findChannel: async (kind, publicId) =>
      (await parts.channels.load()).find(
        (channel) => channel.kind === kind && channel.publicId === publicId,
      ) ?? null,
    openTarget: (target) => openTarget(base, target),
    isResponsible: (job) => cluster.isResponsible(job),
    inbox: createInboxFor(base, messages, parts.getParts),
    messages,
    states,
    files: { open: (...args) => parts.getParts().files.open(...args) },
    outbox: createOutbox(base),
    mail: createMailPorts(base, hooks, parts),
    record: recordConnectorRequest(base),
  };
}

function createOutbox({ db, clock }: Pick<BaseServices, "db" | "clock">): Outbox {
  return {
    listWaiting: (claim) => listWaitingMessages(db, claim),
    releaseWaiting: (claim) => releaseWaitingDeliveries(db, claim, clock.now()),
  };
}

/** Creates the ports of mail channels. Throws StartError if a file of SMTP_TLS is unusable. */
function createMailPorts(
  { db, config, instance, secrets, addresses, limits }: BaseServices,
  { nameServers }: Pick<TestHooks, "nameServers">,
  { egress, accessTokens }: Pick<MailPorts, "accessTokens"> & { readonly egress: Egress },
): MailPorts {
  const stopLinks = createStopLinks({ db, secrets, addresses });
  return {
    gate: createMailGate({ limits, isUnsubscribed: stopLinks.isUnsubscribed }),
    stopUrl: async (account, address) =>
      stopLinks.createUrl(account, address, await readMailLocale(db, account)),
    records: createNameRecords(nameServers),
    connect: (to, signal) => egress.connect(to, signal),
    installationServer() {
      const record = instance.mail();
      return record === null ? null : openMailServer(record, secrets.open);
    },
    accessTokens,
    filesUrl: () => addresses().visitorUrl,
    listen:
      config.smtpListen === null
        ? null
        : { ...config.smtpListen, tls: config.smtpTls && readCertificate(config.smtpTls) },
    readThread: (channel, chatId) => readMailThread(db, channel, chatId),
    ignored: { add: (channel, email) => insertIgnoredEmail(db, channel, email) },
    readMessages: (account, chatId, seqs) => listMessagesBySeq(db, account, chatId, seqs),
    findVisitor: (account, target) => findMailVisitor(db, account, target),
  };
}

/** Reads the certificate and the key of the SMTP receiver (CFG-123). */
function readCertificate(paths: { readonly cert: string; readonly key: string }) {
  const read = (path: string): string => {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      throw new StartError(
        `SMTP_TLS: ${path} cannot be read: ${error instanceof Error ? error.message : "unknown"}`,
        78,
      );
    }
  };
  const tls = { cert: read(paths.cert), key: read(paths.key) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new StartError(
      `SMTP_TLS: certificate and key do not belong together: ${error instanceof Error ? error.message : "unknown"}`,
      78,
    );
  }
  return tls;
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
    changeCustomerKey: (channel, change) => changeKey(base, channel, change),
    failDelivered: (account, failure) => getParts().failDelivered(account, failure),
    onTyping: (signal) => createTypingHandler(base, getParts().realtime)(signal),
  });
}

/** Reads before it takes the lock of the account, because most messages change no key. */
async function changeKey(
  { db, journal, clock }: Pick<BaseServices, "db" | "journal" | "clock">,
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
