import { randomBytes } from "node:crypto";
import { withChangeReports } from "../connectors/outbound/change-reports.ts";
import { refuse } from "../core/failure.ts";
import type { DeliveryDriver, SendRequest, EndpointTestResult } from "../delivery/index.ts";
import {
  createChannelEdge,
  type ChannelEdge,
  type ChannelEdgeDeps,
} from "../edges/channel/index.ts";
import { createChannelDeliveryDriver, sendTestMessage } from "../edges/channel/outbound.ts";
import {
  startOutboundTyping,
  type OutboundTyping,
} from "../edges/channel/typing/outbound-typing.ts";
import type { DeliveryQueue } from "../delivery/queue/index.ts";
import type { Realtime } from "../realtime/index.ts";
import {
  findChannelAddress,
  findLatestChat,
  findMessageToCustomer,
} from "../store/deliveries/channel-inbound.ts";
import { wasMessageSent } from "../store/deliveries/sent-message.ts";
import { version } from "../version.ts";
import { createChangeReporter } from "./connectors/connector-ports.ts";
import { createTypingHandler } from "./connectors/customer-typing.ts";
import type { BaseServices } from "./base.ts";
import type { Connectors } from "./connectors/index.ts";

/** Sends messages and typing signals to channel endpoints. */
export interface ChannelDelivery {
  readonly outbound: DeliveryDriver;
  readonly typingOut: OutboundTyping;
  /** Sends a test message once (CH-113). Throws Refusal `not_found`. */
  readonly tests: { channel(account: number, channelId: number): Promise<EndpointTestResult> };
  close(): void;
}

export function createChannelDelivery(
  base: BaseServices,
  {
    send,
    queue,
    connectors,
  }: {
    readonly send: SendRequest;
    readonly queue: DeliveryQueue;
    readonly connectors: Connectors;
  },
): ChannelDelivery {
  const { clock, log, cluster, db } = base;
  const driver = createChannelDeliveryDriver({
    version,
    beforeMessage: (claim) => typingOut.beforeMessage(claim),
    wasSent: (account, message) => wasMessageSent(db, account, message),
  });
  const typingOut = startOutboundTyping({
    clock,
    cluster,
    send,
    chatTarget: (...args) => queue.findChatTarget(...args),
    sendConnectorTyping: (target, type) => connectors.sendTyping(target, type),
    version,
    log,
  });
  return {
    outbound: withChangeReports(driver, createChangeReporter(base)),
    typingOut,
    tests: {
      async channel(account, channelId) {
        const target = await queue.findChannelTarget(account, channelId);
        const result =
          target &&
          (await sendTestMessage(
            { send, version },
            target,
            { name: "Parlour", photo: "" },
            randomBytes(8).toString("hex"),
          ));
        return result ?? refuse("not_found", "Channel not found.");
      },
    },
    close: () => typingOut.close(),
  };
}

/** Creates the edge of interface A and connects it to the other parts of the server. */
export function connectChannelEdge(
  base: BaseServices,
  realtime: Realtime,
  { typingOut }: ChannelDelivery,
): ChannelEdge {
  realtime.onOperatorTyping((signal) => typingOut.signal(signal));
  const { clock, log, limits, journal, write, db, metrics, instance, addresses, cluster } = base;
  return createChannelEdge({
    cluster,
    webhookBaseUrl: addresses().webhookBaseUrl,
    store: {
      findChannel: (publicId) => findChannelAddress(db, publicId),
      findLatestChat: (account, channelId, customer) =>
        findLatestChat(db, account, channelId, customer),
      findMessageToCustomer: (account, customer, messageId) =>
        findMessageToCustomer(db, account, customer, messageId),
    },
    config: (account) => journal.cachedConfig(account) ?? journal.config(account),
    write,
    isOnline: (account, operatorId) => realtime.presence.of(account, operatorId) === "online",
    onTyping: createTypingHandler(base, realtime),
    limits,
    clock,
    log,
    metrics,
    supportContact: () => instance.supportContact(),
    onReceived: recordChannelRequest(base),
    ignoresReceived: (account) => base.inspector.isFull(account),
  });
}

function recordChannelRequest({
  inspector,
  clock,
}: BaseServices): NonNullable<ChannelEdgeDeps["onReceived"]> {
  return ({ account, channelId, url, request, body, status, durationMs, fault }) =>
    inspector.recordRequest(account, {
      kind: "channel",
      ownerId: channelId,
      at: clock.now(),
      method: request.raw.method ?? "",
      url,
      headers: request.raw.headers,
      body,
      status,
      durationMs,
      fault,
      requestId: request.id,
      event: null,
      chatId: null,
    });
}
