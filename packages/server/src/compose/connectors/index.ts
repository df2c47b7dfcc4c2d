import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import type { FastifyPluginAsync } from "fastify";
import type {
  Connector,
  ListedChannel,
  ConnectorTarget,
  CreateConnector,
} from "../../connectors/connector.ts";
import type { Outbox } from "../../connectors/ports.ts";
import type { ChannelKind } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import type { DeliveryDriver } from "../../delivery/index.ts";
import type { DeliveryTarget } from "../../delivery/queue/index.ts";
import type { Egress } from "../../egress/index.ts";
import { createMailSignIns } from "../../mail/oauth/sign-ins.ts";
import type { ReplyAddress, ReplyTarget } from "../../mail/templates/mail-data.ts";
import type { ConnectorPort, MailAddresses } from "../../api/channels/connectors/connector-port.ts";
import type { BaseServices } from "../base.ts";
import type { TestHooks } from "../server-options.ts";
import { createChannelDirectory } from "./channel-directory.ts";
import { createConnectorPorts } from "./connector-ports.ts";
import * as kinds from "./kinds.ts";
import type { LateParts } from "./late-parts.ts";
import { createMailPorts } from "./mail-ports.ts";

export { createOldSystemDelivery } from "./old-system.ts";

/** All connectors of this server (CON-020). */
export interface Connectors extends ConnectorPort {
  readonly drivers: ReadonlyMap<ChannelKind, DeliveryDriver>;
  /** Routes for the requests of the services. */
  readonly edges: readonly { readonly routes: FastifyPluginAsync }[];
  /** Connects the parts that are created after the connectors. Must be called before `start`. */
  connect(parts: LateParts): void;
  /** Starts the work of all channels. Call it when the server listens. */
  start(): void;
  /** Reads the channels again after settings have changed. */
  evictAccount(account: number): void;
  /** Shows a customer that an operator starts or stops typing. Never rejects. */
  sendTyping(target: DeliveryTarget, type: "typein" | "typeout"): Promise<void>;
  /**
   * Returns the address at which a reply to a mail continues a conversation (MAIL-039). Resolves
   * with null if the account has no enabled channel that receives mails.
   */
  findReplyAddress(account: number, target: ReplyTarget): Promise<ReplyAddress | null>;
  /** Resolves when no change of the channels is in progress. For tests. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the connectors. They do nothing before `start`. */
export function createConnectors(base: BaseServices, hooks: TestHooks, egress: Egress): Connectors {
  const { cluster, onFault } = base;
  let late: LateParts | null = null;
  const getParts = (): LateParts => {
    if (late === null) throw new Error("connectors are not connected yet");
    return late;
  };
  const channels = createChannelDirectory(base);
  const ports = createConnectorPorts(base, egress, channels, getParts);
  const mailPorts = createMailPorts(base, hooks, egress);
  const factories: readonly CreateConnector[] =
    hooks.connectors ?? Object.values<CreateConnector>(kinds);
  const connectors = new Map(
    factories
      .map((create) => create(ports, mailPorts))
      .map((connector) => [connector.kind, connector]),
  );
  const requireConnector = (kind: ConnectorKind): Connector =>
    connectors.get(kind) ?? refuse("not_available", `This server has no connector for ${kind}.`);

  const withChannel = async <R>(
    account: number,
    channelId: number,
    run: (connector: Connector, channel: ListedChannel) => R,
  ): Promise<Awaited<R>> => {
    const channel = requireChannel(await channels.load(), account, channelId);
    return await run(requireConnector(channel.kind), channel);
  };

  let isStarted = false;
  const synchronize = (): void => {
    if (!isStarted) return;
    channels.load().then((list) => {
      for (const connector of connectors.values())
        if (isStarted) connector.synchronize(list.filter(({ kind }) => kind === connector.kind));
    }, onFault);
  };
  const unsubscribe = cluster.onResponsibilityChange(synchronize);
  return {
    drivers: new Map([...connectors].map(([kind, { driver }]) => [kind, driver])),
    edges: listEdges(connectors.values()),
    connect(parts) {
      late = parts;
    },
    start() {
      isStarted = true;
      synchronize();
    },
    evictAccount() {
      channels.clear();
      synchronize();
    },
    sendTyping: createTyping(base, ports.outbox, connectors),
    ...createSettingsChecks(requireConnector),
    signIns: createMailSignIns({
      ...base,
      egress,
      publicUrl: () => base.addresses().publicUrl,
    }),
    templates: (account, channelId) => withChannel(account, channelId, listTemplates),
    test: (account, channelId) =>
      withChannel(account, channelId, (connector, channel) => connector.test(channel)),
    acceptIgnored: (account, channelId, raw) =>
      withChannel(account, channelId, (connector, channel) =>
        acceptIgnored(connector, channel, raw),
      ),
    mailAddresses: async (account, channelId) =>
      findMailAddresses(connectors, await channels.load(), { account, channelId }),
    findReplyAddress: async (account, target) =>
      firstReplyAddress(connectors, await channels.load(), { account, target }),
    settle: async () => void (await channels.load()),
    async close() {
      isStarted = false;
      unsubscribe();
      await Promise.all([...connectors.values()].map((connector) => connector.close()));
    },
  };
}

function requireChannel(
  channels: readonly ListedChannel[],
  account: number,
  channelId: number,
): ListedChannel {
  const channel = channels.find(
    (candidate) => candidate.account === account && candidate.id === channelId,
  );
  return channel ?? refuse("not_found", "Channel not found.");
}

const listEdges = (connectors: Iterable<Connector>): Connectors["edges"] =>
  [...connectors].flatMap(({ routes }) => (routes === undefined ? [] : [{ routes }]));

const sendTyping = async (
  connector: Connector | undefined,
  target: ConnectorTarget,
  isTyping: boolean,
): Promise<void> => connector?.typing?.(target, isTyping);

const listTemplates = (connector: Connector, channel: ListedChannel) =>
  connector.templates?.(channel) ?? refuse("not_available", "This channel has no templates.");

/** Creates what checks settings that no channel has yet. */
const createSettingsChecks = (
  requireConnector: (kind: ConnectorKind) => Connector,
): Pick<Connectors, "prepare" | "findSettings" | "testSettings"> => ({
  prepare: (kind, settings, account) => requireConnector(kind).prepare(settings, account),
  findSettings: async (kind, address) =>
    (await requireConnector(kind).findSettings?.(address)) ?? refuseBeforeCreation(),
  testSettings: async (kind, draft) =>
    (await requireConnector(kind).testSettings?.(draft)) ?? refuseBeforeCreation(),
});
const refuseBeforeCreation = (): never =>
  refuse("not_available", "Channels of this kind are tested after they are created.");

const acceptIgnored = (connector: Connector, channel: ListedChannel, raw: Buffer) =>
  connector.acceptIgnored?.(channel, raw) ??
  refuse("not_available", "Channels of this kind have no ignored emails.");

/** Returns the address of a channel, and how to recognise those of all channels (MAIL-098). */
function findMailAddresses(
  connectors: ReadonlyMap<ChannelKind, Connector>,
  channels: readonly ListedChannel[],
  { account, channelId }: { readonly account: number; readonly channelId: number },
): MailAddresses {
  const own = channels.find((one) => one.account === account && one.id === channelId);
  return {
    from: (own && connectors.get(own.kind)?.address?.get(own)) ?? null,
    isOwn: (address) =>
      channels.some(
        (channel) => connectors.get(channel.kind)?.address?.matches(channel, address) === true,
      ),
  };
}

function firstReplyAddress(
  connectors: ReadonlyMap<ChannelKind, Connector>,
  channels: readonly ListedChannel[],
  { account, target }: { readonly account: number; readonly target: ReplyTarget },
): ReplyAddress | null {
  const own = channels.filter((channel) => channel.account === account && channel.enabled);
  const [address = null] = own.flatMap(
    (channel) => connectors.get(channel.kind)?.replyAddress?.(channel, target) ?? [],
  );
  return address;
}

/** Creates the function that shows typing to customers. It never rejects. */
const createTyping =
  (
    { log }: BaseServices,
    outbox: Outbox,
    connectors: ReadonlyMap<ConnectorKind, Connector>,
  ): Connectors["sendTyping"] =>
  async (target, type) => {
    const opened = outbox.openTarget(target);
    if (opened === null || !opened.channel.enabled) return;
    await sendTyping(connectors.get(opened.channel.kind), opened, type === "typein").catch(
      (error: unknown) => log.warn({ err: error, channel: opened.channel.id }, "typing.not_sent"),
    );
  };
