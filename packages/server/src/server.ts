import { startActions } from "./compose/actions/index.ts";
import { startCallServices } from "./calls/service.ts";
import { connectChannelEdge } from "./compose/channels.ts";
import { getScannerClient, openFileServices } from "./compose/files.ts";
import { startErasureWorker } from "./account-data/erasure-worker.ts";
import { registerGauges } from "./metrics/gauges.ts";
import { startJournalConsumers } from "./compose/journal-consumers.ts";
import { startBackupWorker } from "./backup/index.ts";
import { createHealthChecks, type Health } from "./health/service.ts";
import { openBase, type BaseServices } from "./compose/base.ts";
import { createConnect } from "./compose/connections/connect.ts";
import type { RunningServer, ServerOptions, TestHooks } from "./compose/server-options.ts";
import { createPresenceView } from "./realtime/operators/presence-view.ts";
import { createAuthAndSockets } from "./compose/auth.ts";
import { createRetentionJob } from "./account-data/retention.ts";
import { createDeliveryServices, type DeliveryServices } from "./compose/deliveries.ts";
import { createProgramRoutes } from "./compose/programs/index.ts";
import { createServiceApi } from "./compose/service-api.ts";
import { connectHelpEdge } from "./compose/help/index.ts";
import type { WidgetEdge } from "./edges/widget/index.ts";
import { connectWidgetEdge } from "./compose/widget.ts";
import { createFilesEdge } from "./edges/files/index.ts";
import { createLinkPath } from "./auth/links.ts";
import { createSocketRoute } from "./http/answers/socket-route.ts";
import { readRemainingFiles } from "./http/answers/static-files.ts";
import { registerRoutes, listen, createHttp } from "./compose/http-server.ts";
import { createShutdown } from "./compose/shutdown-order.ts";
import {
  createSocketTunnels,
  operatorSocketPath,
  startSocketMoves,
  type Realtime,
  type SocketMoves,
} from "./realtime/index.ts";

export type { TestHooks } from "./compose/server-options.ts";
export interface Server extends RunningServer {
  /**
   * Resolves when no delivery is in progress or waiting to be sent, and the journal consumers have
   * processed all entries. For tests.
   */
  idle(): Promise<void>;
  /** Resolves when no write is in progress. For tests. */
  settled(): Promise<void>;
  /** Resolves when no delivery is in progress. For tests. */
  deliveriesSettled(): Promise<void>;
  /** Number of sockets that have not responded to their ping. For tests. */
  pendingPings(): number;
}

/** Creates all parts with their dependencies. Resolves when the server listens. */
export async function startServer(options: ServerOptions, hooks: TestHooks = {}): Promise<Server> {
  let { port } = options.config;
  const base = await openBase(options, hooks, () => port);
  const deliveries = await createDeliveryServices(base, hooks);
  const fileServices = await openFileServices(base, deliveries.egress, options.dataDir, hooks);
  const operators = createAuthAndSockets(base, deliveries.egress, hooks);
  const { authService, realtime, live } = operators;
  const channels = connectChannelEdge(base, realtime, deliveries.parts.channel);
  deliveries.connectors.connect({ ...fileServices, ...deliveries.commands, realtime });
  const bots = deliveries.parts.bot.edge(realtime);
  connectRealtime(base, realtime, deliveries);
  const widget = connectWidgetEdge(base, realtime, fileServices, deliveries);
  const help = connectHelpEdge(base);
  const settingsCaches = [channels, bots, deliveries.connectors];
  const erasureWorker = startErasureWorker(base, fileServices.files, options);
  const retentionJob = createRetentionJob(base);
  const moves = startSocketMoves(base, [realtime.moves, widget.moves]);
  const health = createHealth(base, moves, options, hooks);
  const backups = startBackupWorker({ ...base, ...options });
  const actions = await startActions(base, realtime, fileServices, deliveries);
  const service = createServiceApi(base, {
    ...operators,
    settingsCaches,
    findLastRequests: (ids) => channels.findLastRequests(ids),
    stored: fileServices,
    sending: deliveries,
    actions,
    onlineVisitors: widget.visitors,
    erasing: erasureWorker,
    health,
    backups,
  });
  const calls = await startCallServices({ ...base, pool: base.pools.writer });
  registerServerGauges(base, options.dataDir, { deliveries, realtime, health });
  const app = createHttp(base, health, hooks);
  const sockets = registerSocketRoutes(app, base, realtime, widget);
  const programs = createProgramRoutes(base, authService, actions.parallelRuns);
  const starting = startJournalConsumers(base, hooks, {
    settingsCaches,
    delivery: deliveries.delivery,
    cancelPending: deliveries.commands.cancelPending,
    cleanups: [retentionJob, fileServices.files, erasureWorker, ...actions.cleanups],
    presence: createPresenceView(realtime.presence, base.cluster, base.clock),
    started: [calls.reader, ...actions.started],
  });
  const registering = registerRoutes(app, {
    visitors: [widget, help.window, createFilesEdge(fileServices.files), deliveries.parts.mail],
    operators: [channels, ...deliveries.connectors.edges, bots, calls, service, help, ...programs],
  });
  const [consumers] = await Promise.all([starting, registering]);
  const shutdown = createShutdown(base, {
    app,
    moves,
    ...operators,
    widget,
    help,
    channels,
    retentionJob,
    erasureWorker,
    backups,
    actions,
    fileServices,
    deliveries,
    consumers,
  });
  await base.cluster.waitUntilComplete();
  port = (await listen(app, options.config, shutdown.close)) ?? port;
  sockets.attach();
  const setupLink = await createSetupLink(base, authService);
  finishStart(base, hooks, deliveries);
  return {
    port,
    ...shutdown,
    setupLink,
    idle: () => waitUntilIdle(base, [consumers, widget, deliveries, backups, actions, live]),
    ...createBaseQuestions(base),
    deliveriesSettled: () => deliveries.delivery.settled(),
    pendingPings: () => realtime.stats().awaited + widget.stats().awaited,
  };
}

/**
 * Registers the routes at the addresses of sockets, for clients without WebSockets (CORE-490).
 * `attach` accepts sockets of all kinds.
 */
function registerSocketRoutes(
  app: ReturnType<typeof createHttp>,
  { environment, noteSocketProblem, ...base }: BaseServices,
  realtime: Realtime,
  { upgrades }: WidgetEdge,
): { readonly attach: () => void } {
  const tunnels = createSocketTunnels(base);
  const deps = { ...environment, tunnels };
  for (const path of upgrades.keys()) void app.register(createSocketRoute(path, deps, null));
  void app.register(createSocketRoute(operatorSocketPath, deps, noteSocketProblem));
  return {
    attach() {
      realtime.attach(app.server, upgrades);
      tunnels.attach(app.server);
    },
  };
}

/** Connects what sends to operators outside of the journal, or asks who is present. */
function connectRealtime(
  base: BaseServices,
  realtime: Realtime,
  deliveries: DeliveryServices,
): void {
  base.inspector.setSubscribers(realtime.inspectors);
  deliveries.parts.call.setPresence(realtime.presence);
}

/** Starts what does not have to delay the first request. */
function finishStart(base: BaseServices, hooks: TestHooks, deliveries: DeliveryServices): void {
  base.pools.setConnectTimeout(hooks.pools?.connectTimeoutMs);
  setImmediate(() => startAfterReady(deliveries));
}
function startAfterReady(deliveries: DeliveryServices): void {
  deliveries.start();
  void readRemainingFiles();
}

const createBaseQuestions = ({ journal, addresses }: BaseServices) => ({
  publicUrl: () => addresses().publicUrl,
  countCommands: () => journal.stats().commands,
  settled: () => journal.settle(),
});

const registerServerGauges = (
  base: BaseServices,
  dataDir: string,
  {
    deliveries,
    realtime,
    health,
  }: {
    readonly deliveries: DeliveryServices;
    readonly realtime: Realtime;
    readonly health: Health;
  },
): void =>
  registerGauges({
    ...base,
    delivery: deliveries.delivery,
    waiting: deliveries.waiting,
    sockets: () => realtime.stats(),
    health,
    dataDir,
  });

const createHealth = (
  base: BaseServices,
  moves: SocketMoves,
  { config, dataDir }: ServerOptions,
  hooks: TestHooks,
): Health =>
  createHealthChecks({
    ...base,
    database: base,
    countSockets: () => moves.countSockets(),
    dataDir,
    scanner: getScannerClient(config, base.clock, hooks),
    connect: createConnect(hooks),
  });

/** Returns the link that sets up the installation. Null: it has an owner already. */
async function createSetupLink(
  base: BaseServices,
  auth: { arm(): Promise<string | null> },
): Promise<string | null> {
  const token = await auth.arm();
  return token === null ? null : `${base.addresses().publicUrl}${createLinkPath("setup", token)}`;
}

/**
 * Waits for all parts repeatedly until none has written to the journal. Deliveries and timers write
 * entries that the consumers must process again.
 */
async function waitUntilIdle(
  base: BaseServices,
  parts: readonly { settle(): Promise<unknown> }[],
): Promise<void> {
  const countBatches = (): number => base.journal.stats().batches;
  for (let before = -1; before !== countBatches();) {
    before = countBatches();
    for (const part of parts) await part.settle();
  }
}
