import { postgresBus } from "../bus/index.ts";
import { systemClock } from "../clock.ts";
import { addresses, type Addresses } from "../config.ts";
import type { Clock, Write } from "../core/ports.ts";
import type { Step } from "../delivery/index.ts";
import { planCall } from "../calls/index.ts";
import { planBot } from "../edges/bot/plan.ts";
import { planChannel } from "../edges/channel/plan.ts";
import { planWebhook } from "../edges/webhook/plan.ts";
import { planMailOfChange, planMail } from "../mail/index.ts";
import { planPush } from "../push/index.ts";
import type { Dial, Resolve } from "../egress/index.ts";
import { StartFault } from "../embedded/fault.ts";
import type { Audience } from "../http/origins.ts";
import { GeoFault, openGeo, type Geo } from "../geo/index.ts";
import { openInstanceSettings, type InstanceSettings } from "../instance.ts";
import type { Inspector } from "../inspect/index.ts";
import { joinPlanners } from "../queue/plan.ts";
import { openJournal, type GatewayStep, type Journal } from "../journal/index.ts";
import { openLimits, type Limits } from "../limits/index.ts";
import { openMetrics, type Metrics } from "../metrics.ts";
import { openWork, type Work } from "./work.ts";
import { startConnectMs } from "../store/connections.ts";
import { openPools, type PoolOptions, type Pools } from "../store/pools.ts";
import { openSecrets } from "../store/seal.ts";
import { openDb, type Db } from "../store/sql.ts";
import { openFaultLog } from "./fault-log.ts";
import { openInspection } from "./inspector.ts";
import type { Ending } from "./ending.ts";
import type { ServerOptions } from "./running.ts";

/** What tests put in the place of the world, or listen to. Product code gives none. */
export interface ServerHooks {
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /** Called at each named step of a batch and of an attempt; a crash test ends the process there. */
  readonly probe?: (step: GatewayStep | Step) => void;
  /** Stands between the edges and the journal: a build that answers before the commit must turn the checker red. */
  readonly aroundWrite?: (write: Write) => Write;
  /** Told of each route of an edge, as it is registered: no list of them can leave one out. */
  readonly onRoute?: (route: {
    readonly method: string | string[];
    readonly url: string;
    readonly config?: { readonly audience?: Audience };
  }) => void;
  /** How long the database is waited for, where the machine does other work too. */
  readonly pools?: Pick<PoolOptions, "connectTimeoutMs" | "batchMs">;
  /** The clock by which the gateway's connection waits for an answer; that of the machine. */
  readonly linkClock?: Clock;
}

/** What the other parts stand on: database, journal, settings of the installation. */
export interface Ground extends Pick<ServerOptions, "clock" | "log" | "config"> {
  readonly pools: Pools;
  readonly db: Db;
  readonly secrets: ReturnType<typeof openSecrets>;
  readonly metrics: Metrics;
  readonly work: Work;
  readonly limits: Limits;
  readonly instance: InstanceSettings;
  readonly geo: Geo;
  readonly journal: Journal;
  /** What integrators sent and got (API-052). */
  readonly inspector: Inspector;
  /** The one write path. */
  readonly write: Write;
  /** Addresses that are shown and accepted; of the port in use once the server listens. */
  readonly places: () => Addresses;
  readonly onFault: (error: unknown) => void;
  /** What was opened here, the journal first: it finishes the commands it took (CORE-131). */
  readonly endings: readonly Ending[];
}

/** What each event owes to the outside. */
const planners = [
  // One line for each kind of endpoint.
  planChannel,
  planBot,
  planWebhook,
  planPush,
  planCall,
  planMail,
];

/** `port`: the one in use, once it is known. */
export async function openGround(options: ServerOptions, hooks: ServerHooks, port: () => number): Promise<Ground> {
  const { config, clock, log, secretKey } = options;
  let downMs = (): number => 0;
  const onFault = openFaultLog({ log, clock, downMs: () => downMs() });
  const geo = await geoOf(config.geoipDb);
  const pools = await openPools(options.databaseUrl, { connectTimeoutMs: startConnectMs, ...hooks.pools, onError: onFault });
  const db = openDb(pools.writer);
  const limits = openLimits({ clock });
  const instance = await openInstanceSettings({ sql: db, limits, environmentAllow: config.egressAllow });
  const bus = await postgresBus({ session: () => pools.session(), clock, onFault });
  const metrics = openMetrics();
  const work = openWork(metrics, clock);
  const journal = await openJournal({
    pools,
    bus,
    clock,
    linkClock: hooks.linkClock ?? systemClock(),
    secret: secretKey,
    onFault,
    plan: joinPlanners(planners),
    planMailOfChange,
    onCommit: work.commit,
    onNodes: (nodes) => (nodes > 1 ? log.warn({ nodes }, "nodes.several") : log.info({ nodes }, "nodes.one")),
    onEndpointDown: (account, endpoint, reason) => log.warn({ account, endpoint, reason }, "endpoint.switched_off"),
    ...(hooks.probe ? { probe: hooks.probe } : {}),
  });
  downMs = () => journal.stats().downMs;
  return {
    clock,
    log,
    config,
    pools,
    db,
    secrets: openSecrets(secretKey),
    metrics,
    work,
    limits,
    instance,
    geo,
    journal,
    inspector: openInspection(clock),
    write: hooks.aroundWrite ? hooks.aroundWrite(journal.write) : journal.write,
    places: () => addresses(config, port()),
    onFault,
    endings: [
      ["journal", () => journal.close()],
      ["bus", () => bus.close()],
      ["database", () => pools.close()],
    ],
  };
}

/** Throws StartFault 78 for a file that cannot be used (CFG-013). */
async function geoOf(paths: readonly string[]): Promise<Geo> {
  return openGeo(paths).catch((error: unknown) => {
    throw error instanceof GeoFault ? new StartFault(`GEOIP_DB: ${error.message}`, 78) : error;
  });
}
