import { appDir } from "./compose/built.ts";
import { openCalls } from "./compose/calls.ts";
import { openChannels } from "./compose/channels.ts";
import { openStoredFiles } from "./compose/files.ts";
import { endInOrder } from "./compose/ending.ts";
import { openErasing } from "./compose/erasing.ts";
import { openGauges } from "./compose/gauges.ts";
import { startFollowing } from "./compose/following.ts";
import { openHealth, type Health } from "./compose/health.ts";
import { openGround, type Ground, type ServerHooks } from "./compose/ground.ts";
import { openHere } from "./compose/here.ts";
import { openPeople } from "./compose/people.ts";
import { openRetaining } from "./compose/retaining.ts";
import type { RunningServer, ServerOptions } from "./compose/running.ts";
import { openSending } from "./compose/sending.ts";
import { openService } from "./compose/service.ts";
import { openWidget } from "./compose/widget.ts";
import { filesEdge } from "./edges/files/index.ts";
import { buildHttp } from "./http/index.ts";
import { forAudience } from "./http/origins.ts";
import { openServiceStore } from "./store/service/index.ts";
import { linkPath } from "./auth/links.ts";

export type { ServerHooks } from "./compose/ground.ts";
export interface Server extends RunningServer {
  /**
   * Resolves when no delivery is in progress or due and the journal consumers have caught up. For
   * tests.
   */
  idle(): Promise<void>;
  /** Resolves when no write is in progress. For tests. */
  resting(): Promise<void>;
  /** Number of sockets that have not answered their ping. For tests. */
  awaited(): number;
}

/**
 * Pending connections that the operating system queues. With Node's default of 511, a mass
 * reconnect or one account with thousands of connections fills the queue. The system then drops
 * connections of others too, which retry after 1, 3 and 7 s (P7, P13). The system limit
 * `net.core.somaxconn` also applies.
 */
const handshakesWaiting = 4_096;

/**
 * The composition root: creates each part with its dependencies and lists the edges. Resolves when
 * the server listens.
 */
export async function startServer(options: ServerOptions, hooks: ServerHooks = {}): Promise<Server> {
  const { config } = options;
  let port = config.port;

  const ground = await openGround(options, hooks, () => port);
  const sending = await openSending(ground, hooks);
  const stored = await openStoredFiles(ground, sending.egress, options.dataDir, hooks);
  const store = openServiceStore({ reader: ground.pools.reader, sql: ground.db, secrets: ground.secrets });
  const { signs, realtime } = openPeople(ground, store, sending.egress);
  ground.inspector.tellTo(realtime.inspectors);
  const channels = openChannels(ground, realtime, sending.parts.channel);
  const bots = sending.parts.bot.edge(realtime);
  sending.parts.call.usePresence(realtime.presence);
  const widget = openWidget(ground, realtime, stored, sending);
  const forgetful = [channels, bots];
  const erasing = openErasing(ground, stored.files, options);
  const retaining = openRetaining(ground);
  const health = openHealth(ground, options.dataDir, hooks);
  const service = openService(ground, {
    store,
    signs,
    realtime,
    forgetful,
    lastInboundAt: (id) => channels.lastInboundAt(id),
    stored,
    sending,
    here: widget.visitors,
    erasing,
    health,
  });
  const calls = await openCalls(ground);
  const following = await startFollowing(
    ground,
    forgetful,
    sending.delivery,
    [retaining, stored.files, erasing],
    openHere(realtime.presence, ground.clock),
    [calls.reader],
  );

  openGauges(ground, sending, { realtime: () => realtime.stats() }, { dataDir: options.dataDir, ready: () => health.ready() });

  const app = httpOf(ground, health);
  if (hooks.onRoute) app.addHook("onRoute", hooks.onRoute);
  for (const routes of [widget.routes, filesEdge(stored.files), sending.parts.mail.routes])
    await app.register(forAudience("visitors", routes));
  for (const routes of [channels.routes, bots.routes, calls.routes, service]) await app.register(forAudience("operators", routes));

  const close = (): Promise<void> =>
    endInOrder(
      [
        ["drain", () => app.drain()],
        ["operators' sockets", () => realtime.close()],
        ["visitors' sockets", () => widget.close()],
        ["requests", () => app.close()],
        ["channels", () => channels.close()],
        ["retention", () => retaining.close()],
        ["erasing", () => erasing.close()],
        ["files", () => stored.close()],
        ["deliveries", () => sending.close()],
        ["readers", () => following.close()],
        ...ground.endings,
      ],
      ground.clock,
      ground.log,
    );
  try {
    await app.listen({ host: config.host, port: config.port, backlog: handshakesWaiting });
  } catch (error) {
    await close();
    throw error;
  }
  const bound = app.server.address();
  if (typeof bound === "object" && bound !== null) port = bound.port;
  realtime.attach(app.server, widget.upgrades);
  const token = await signs.arm();
  ground.pools.connectWithin(hooks.pools?.connectTimeoutMs);
  return {
    port,
    close,
    setupLink: token === null ? null : `${ground.places().publicUrl}${linkPath("setup", token)}`,
    async idle() {
      // Deliveries and timers write entries that the consumers must process again.
      const written = (): number => ground.journal.stats().batches;
      for (let before = -1; before !== written();) {
        before = written();
        await following.settle();
        await widget.settle();
        await sending.delivery.idle();
      }
    },
    resting: () => ground.journal.settle(),
    awaited: () => realtime.stats().awaited + widget.stats().awaited,
  };
}

function httpOf(ground: Ground, health: Pick<Health, "acceptFailed" | "ready">): ReturnType<typeof buildHttp> {
  const { clock, log, config, metrics, work, limits, instance, places } = ground;
  return buildHttp({
    clock,
    log,
    publicUrl: places().publicUrl,
    widgetUrl: places().widgetUrl,
    trustProxy: config.trustProxy,
    supportContact: () => instance.supportContact(),
    bodyLimit: () => limits.value("body_kib") * 1024,
    appDir,
    metrics,
    metricsToken: config.metricsToken,
    onRequest: work.request,
    checks: () => health.ready(),
    onAcceptFault: (error) => health.acceptFailed(error),
  });
}
