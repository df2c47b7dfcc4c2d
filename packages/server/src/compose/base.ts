import { openPostgresBus, type RedisBus } from "../bus/index.ts";
import { createSystemClock } from "../clock.ts";
import { startCluster, type Cluster } from "../cluster/index.ts";
import type { WriteCommand } from "../core/command.ts";
import { StartError } from "../embedded/start-error.ts";
import { GeoError, loadGeo, type Geo } from "../geo/index.ts";
import {
  loadInstallationSettings,
  type InstallationSettings,
} from "../config/installation-settings.ts";
import { createSurroundings, type Surroundings } from "./connections/surroundings.ts";
import { createRequestInspector, type Inspector } from "../inspect/index.ts";
import { planDeliveries } from "./planners.ts";
import type { ServerOptions, TestHooks } from "./server-options.ts";
import { openJournal, type Journal } from "../journal/index.ts";
import { createLimits, type Limits } from "../limits/index.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { createTelemetry, type Telemetry } from "../metrics/telemetry.ts";
import { createSecrets } from "../store/database/seal.ts";
import { createFaultLog } from "../fault-log.ts";
import type { ShutdownStep } from "../shutdown.ts";
import { connectDatabase, type DatabaseServices } from "./connections/database.ts";
import { createRedisBus } from "./connections/redis.ts";

/** Services that the other parts need: database, journal and installation settings. */
export interface BaseServices
  extends Pick<ServerOptions, "clock" | "log" | "config">, DatabaseServices, Surroundings {
  readonly secrets: ReturnType<typeof createSecrets>;
  readonly metrics: Metrics;
  readonly telemetry: Telemetry;
  readonly limits: Limits;
  readonly instance: InstallationSettings;
  readonly geo: Geo;
  readonly journal: Journal;
  /** The other nodes, and what they share in memory. */
  readonly cluster: Cluster;
  /** Null: REDIS_URL is not set (CFG-005). */
  readonly redis: RedisBus | null;
  /** Recent requests to and from integrators, with their responses (API-052). */
  readonly inspector: Inspector;
  /** Commits commands to the journal. All edges write through this function. */
  readonly write: WriteCommand;
  readonly onFault: (error: unknown) => void;
  /**
   * Steps that close everything opened by `openBase`. The journal is closed first, because it
   * finishes the commands that it has accepted (CORE-131).
   */
  readonly shutdownSteps: readonly ShutdownStep[];
}

/** Opens database, journal and settings. `port`: the actual one once the server listens. */
export async function openBase(
  options: ServerOptions,
  hooks: TestHooks,
  port: () => number,
): Promise<BaseServices> {
  const { config, clock, log, secretKey } = options;
  let downMs = (): number => 0;
  const onFault = createFaultLog({ log, clock, downMs: () => downMs() });
  const geo = await openGeoDatabases(config.geoipDb);
  const { pools, replica, db } = connectDatabase(options, hooks, onFault);
  const limits = createLimits({ clock });
  const [postgresBus, instance] = await Promise.all([
    openPostgresBus({ session: () => pools.session(), clock, onFault }),
    loadInstallationSettings({ sql: db, limits, environmentAllow: config.egressAllow }),
  ]);
  const redis = createRedisBus(options, db, postgresBus);
  const bus = redis ?? postgresBus;
  const metrics = createMetrics();
  const telemetry = createTelemetry(metrics, clock);
  const journal = await openJournal({
    pools,
    bus,
    clock,
    databaseClock: hooks.gatewayClock ?? createSystemClock(),
    secret: secretKey,
    onFault,
    plan: planDeliveries,
    onCommit: telemetry.commit,
    probe: hooks.probe,
  });
  hooks.onJournal?.(journal);
  downMs = () => journal.stats().downMs;
  const cluster = startCluster({ bus, clock, node: journal.node, onFault });
  limits.connectNodes(cluster);
  journal.onOtherNodesChange((others) => {
    const nodes = others.length + 1;
    log.info({ nodes }, "nodes.changed");
    redis?.setNodes(journal.node, others);
    cluster.setOtherNodes(others);
  });
  if (redis) journal.onReset(() => redis.reconnect());
  return {
    clock,
    log,
    config,
    pools,
    replica,
    db,
    secrets: createSecrets(secretKey),
    metrics,
    telemetry,
    limits,
    instance,
    geo,
    journal,
    cluster,
    redis,
    inspector: createRequestInspector({ clock, cluster }),
    write: hooks.wrapWrite ? hooks.wrapWrite(journal.write) : journal.write,
    ...createSurroundings(options, port, instance),
    onFault,
    shutdownSteps: [
      ["journal", () => journal.close()],
      ["cluster", () => cluster.close()],
      ["bus", () => bus.close()],
      ["database", () => pools.close()],
      ["replica", () => replica?.close() ?? Promise.resolve()],
    ],
  };
}

/** Opens the GeoIP files. Throws StartError 78 if a file is unusable (CFG-013). */
async function openGeoDatabases(paths: readonly string[]): Promise<Geo> {
  return loadGeo(paths).catch((error: unknown) => {
    throw error instanceof GeoError ? new StartError(`GEOIP_DB: ${error.message}`, 78) : error;
  });
}
