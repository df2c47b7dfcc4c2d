import {
  createSender,
  createDeliveryWorker,
  type DeliveryWorker,
  type DeliveryWorkerDeps,
  type DeliveryDriver,
} from "../delivery/index.ts";
import { createEgress, createNameRecords, type Egress } from "../egress/index.ts";
import { createDeliveries, type Deliveries } from "../delivery/report/index.ts";
import { createZipWriter } from "../account-data/zip-writer.ts";
import { createReportMail } from "../api/reports/index.ts";
import { planChangeMail } from "../mail/plan.ts";
import { createDeliveryQueue, type DeliveryQueue } from "../delivery/queue/index.ts";
import { createCallDelivery } from "../calls/delivery.ts";
import { createMail } from "../mail/service.ts";
import { createPush } from "../push/service.ts";
import { createAgents } from "./agents/index.ts";
import { createBots } from "./bots/index.ts";
import { createChannelDelivery } from "./channels.ts";
import { createConnectors, createOldSystemDelivery, type Connectors } from "./connectors/index.ts";
import type { BaseServices } from "./base.ts";
import { createConnect } from "./connections/connect.ts";
import type { TestHooks } from "./server-options.ts";
import { createRecordingReporter, createRecordingSender } from "../inspect/recording.ts";
import { createWebhooks } from "./webhooks.ts";
import { webhookFailureReports } from "../edges/webhook/deliveries.ts";

/** Delivers messages and events to all endpoints. */
export type DeliveryServices = Awaited<ReturnType<typeof createDeliveryServices>>;

export async function createDeliveryServices(base: BaseServices, hooks: TestHooks) {
  const { clock, log, secrets, telemetry, journal } = base;
  const commands = createCommands(base, () => delivery.wake());
  const egress = openGuardedEgress(base, hooks);
  const queue = createNodeQueue(base);
  const connectors = createConnectors(base, hooks, egress);
  const parts = await createParts(base, hooks, { egress, queue, connectors });
  const agents = createAgents(base, hooks, {
    egress,
    planMail: (account) => commands.planMail(account, "agent_stopped"),
  });
  await queue.releaseDeadLeases();
  const delivery = createDeliveryWorker({
    queue,
    clock,
    log,
    egress,
    unseal: secrets.open,
    report: createRecordingReporter({
      ...base,
      report: (result) => commands.report(result),
      config: (account) => journal.config(account),
    }),
    onFault: base.onFault,
    onAttempt: telemetry.attempt,
    probe: hooks.probe,
    drivers: toOutbounds(parts),
    connectorDrivers: connectors.drivers,
    internalDrivers: agents.drivers,
  });
  return {
    parts,
    connectors,
    model: agents.model,
    assist: agents.assist,
    replayChat: agents.replayChat,
    startPassages: agents.startPassages,
    commands,
    delivery,
    egress,
    nameRecords: createNameRecords(hooks.nameServers),
    /**
     * Starts the connectors, and sends deliveries as soon as the HTTP client is loaded. Call it
     * when the server is ready, because loading takes time (PERF-12).
     */
    start(): void {
      if (hooks.deliveries === "off") return;
      connectors.start();
      egress.load().then(() => delivery.start(), base.onFault);
    },
    /** Resolves when nothing is in progress or waits to be sent. For tests. */
    async settle(): Promise<void> {
      await connectors.settle();
      if (hooks.deliveries !== "off") await delivery.idle();
    },
    /** Lanes with a delivery that should start now, and the age of the oldest one. */
    waiting: () => readBacklog(queue),
    endpoints: createEndpointActions(commands, egress, { queue, delivery }),
    /** Releases those that wait for a rating (WH-080), when the visitor leaves its window. */
    async releaseChat(account: number, chatId: number): Promise<void> {
      const { webhooks } = await journal.config(account);
      if (webhooks.size === 0) return;
      await queue.releaseChat(account, chatId);
      delivery.wake();
    },
    /** The journal must still accept commands, in which attempts report their outcomes. */
    async close(): Promise<void> {
      for (const part of Object.values<DeliveryPart>(parts)) part.close?.();
      await delivery.close();
      egress.close();
    },
  };
}

function createCommands(base: BaseServices, onLanesDue: () => void): Deliveries {
  return createDeliveries({
    ...base,
    pool: base.pools.writer,
    planChangeMail,
    reports: webhookFailureReports,
    onLanesDue,
    onEndpointSwitchedOff: (account, endpoint, reason) =>
      base.log.warn({ account, endpoint, reason }, "endpoint.switched_off"),
  });
}

/** Deliveries to one kind of endpoint, with the other functions of its edge. */
interface DeliveryPart {
  readonly outbound: DeliveryDriver;
  close?(): void;
}
/** Each kind of endpoint has one entry. */
async function createParts(
  base: BaseServices,
  hooks: TestHooks,
  {
    egress,
    queue,
    connectors,
  }: { readonly egress: Egress; readonly queue: DeliveryQueue; readonly connectors: Connectors },
) {
  const { clock, secrets, journal, instance, addresses } = base;
  const send = createRecordingSender(
    base.inspector,
    createSender({ egress, unseal: secrets.open, clock }),
  );
  return {
    channel: createChannelDelivery(base, { send, queue, connectors }),
    bot: createBots(base, send, egress, queue),
    webhook: createWebhooks(base, send, queue),
    old_system: createOldSystemDelivery(base),
    push: await createPush({
      ...base,
      change: journal.change,
      egress,
      queue,
      publicUrl: () => addresses().publicUrl,
      supportContact: () => instance.supportContact(),
      config: (account) => journal.config(account),
    }),
    call: createCallDelivery({
      ...base,
      reader: base.pools.reader,
      config: (account) => journal.config(account),
      send,
      queue,
      publicUrl: () => addresses().publicUrl,
    }),
    mail: createMail({
      ...base,
      config: (account) => journal.config(account),
      settings: () => instance.mail(),
      connect: createConnect(hooks),
      replyAddress: (account, target) => connectors.findReplyAddress(account, target),
      scheduledReport: createReportMail({
        db: base.db,
        reader: base.pools.reader,
        clock,
        config: (account) => journal.config(account),
        openZip: createZipWriter,
      }),
    }),
  };
}

type Outbounds = DeliveryWorkerDeps["drivers"];
const toOutbounds = (parts: Readonly<Partial<Record<keyof Outbounds, DeliveryPart>>>): Outbounds =>
  Object.fromEntries(Object.entries(parts).map(([kind, { outbound }]) => [kind, outbound]));

function openGuardedEgress(
  { clock, instance, log }: BaseServices,
  { resolve, dial }: TestHooks,
): Egress {
  return createEgress({
    clock,
    allowed: () => instance.egressAllow(),
    onHidden: (hidden) => log.warn(hidden, "egress.name_refused"),
    resolve,
    dial,
  });
}

function createNodeQueue({ pools, journal, cluster, clock, limits }: BaseServices): DeliveryQueue {
  return createDeliveryQueue({
    pool: pools.writer,
    nodeId: journal.node,
    listOtherNodes: () => cluster.listOtherNodes(),
    clock,
    slotsPerEndpoint: (kind) =>
      limits.value(kind === "webhook" ? "webhook_at_once" : "endpoint_at_once"),
  });
}

async function readBacklog(
  queue: DeliveryQueue,
): Promise<{ readonly lanes: number; readonly oldestMs: number }> {
  const { endpoints } = await queue.stats();
  return {
    lanes: endpoints.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestMs: Math.max(0, ...endpoints.map(({ oldestMs }) => oldestMs)),
  };
}

/** Creates the endpoint operations for the service API. */
function createEndpointActions(
  commands: Deliveries,
  egress: Egress,
  { queue, delivery }: { readonly queue: DeliveryQueue; readonly delivery: DeliveryWorker },
) {
  type Ended = Parameters<Deliveries["replay"]>[0];
  return {
    check: (url: string, rules: Parameters<Egress["check"]>[1]) => egress.check(url, rules),
    async resend(account: number, deliveryId: number): Promise<void> {
      await commands.resend(account, deliveryId);
      delivery.wake();
    },
    async sendNow(account: number, deliveryId: number): Promise<boolean> {
      const isReleased = await queue.releaseMessage(account, deliveryId);
      if (isReleased) delivery.wake();
      return isReleased;
    },
    wake: () => delivery.wake(),
    countResendable: (ended: Ended) => commands.countResendable(ended),
    async replay(ended: Ended, limit: number): Promise<number> {
      const sent = await commands.replay(ended, limit);
      delivery.wake();
      return sent;
    },
  };
}
