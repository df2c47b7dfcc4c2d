import { readFile } from "node:fs/promises";
import type { RunningServer, ServerOptions } from "../compose/running.ts";
import { addresses, readConfig, type Config } from "../config.ts";
import type { Clock } from "../core/ports.ts";
import { within } from "../embedded/pause.ts";
import { openLog, type Log } from "../log.ts";
import { checkSecretKey, openForServer, type OwnedDatabase } from "./database.ts";
import { finishMigrations, type FinishingMigrations } from "./finish-migrations.ts";
import { loadSecretKey } from "./secret-key.ts";
import { toFault } from "./to-fault.ts";

export interface ProcessDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** The composition root; read from disk while the database starts. */
  readonly loadServer: () => Promise<(options: ServerOptions) => Promise<RunningServer>>;
  /** Lines for the person or the supervisor: standard output. */
  readonly out: (line: string) => void;
  /** Faults: standard error. */
  readonly err: (line: string) => void;
  readonly log?: Log;
  readonly shutdown?: ShutdownLimits;
  /** How long another Parlour on the same database is waited for, ms (CORE-180). */
  readonly otherNodeMs?: number;
}

/** How long each step of the end may take, in milliseconds; then it is cut off. */
export interface ShutdownLimits {
  readonly server: number;
  readonly database: number;
  readonly whole: number;
}
/** CORE-131 allows 15 s. */
export const shutdownLimits: ShutdownLimits = { server: 9_000, database: 3_500, whole: 14_000 };

/**
 * The whole life of the server process: environment, database, provisioning, ready line, end. Resolves with the exit code
 * (CFG-018); the caller exits with it at once.
 */
export async function runServer(deps: ProcessDeps): Promise<number> {
  const { clock, err } = deps;
  const limits = deps.shutdown ?? shutdownLimits;
  const life = watchProcess();
  let signal: NodeJS.Signals | null = null;
  void life.then((reason) => (signal = reason instanceof Error ? null : reason));
  let config: Config;
  try {
    config = readConfig(deps.env);
  } catch (error) {
    return report(error, { host: "", port: 0, databaseUrl: null }, err);
  }
  const log = deps.log ?? openLog({ level: config.logLevel, format: config.logFormat ?? (process.stderr.isTTY ? "pretty" : "json") });
  const started = clock.monotonic();
  let database: OwnedDatabase | null = null;
  let server: RunningServer | null = null;
  let finishing: FinishingMigrations | null = null;
  try {
    // Few starts have such a file; reading what understands it would delay the others.
    const provisioning = config.provisioningFile === null ? null : await import("../provisioning/at-start.ts");
    const wanted = await provisioning?.readAtStart(config.provisioningFile, deps.env, (path) => readFile(path, "utf8"), log);
    const opening = openForServer({ config, log, clock }, { isStopping: () => signal !== null, waitMs: deps.otherNodeMs });
    const loading = deps.loadServer();
    // Looked at when the database is there; if that fails, this does not matter any more.
    loading.catch(() => undefined);
    database = await opening;
    const secretKey = loadSecretKey(database.dataDir, config.secretKey, log);
    await checkSecretKey(database.url, secretKey);
    const invitations = wanted
      ? await provisioning?.provisionAtStart({ file: wanted, url: database.url, secretKey, egressAllow: config.egressAllow, log, clock })
      : [];
    const startServer = await loading;
    server = await startServer({ databaseUrl: database.url, dataDir: database.dataDir, config, secretKey, log, clock });
    log.info({ port: server.port, ms: Math.round(clock.monotonic() - started) }, "parlour.ready");
    // The links come last: nothing of the log stands between them and whoever looks for them.
    announce(deps, config, server, invitations ?? []);
    finishing = finishMigrations({ url: database.url, clock, log });
  } catch (error) {
    await closeAll({ server, database, finishing }, limits, clock, log);
    if (signal === null) return report(error, config, err);
    // Whoever ends the start knows why: a terminal's Ctrl-C ends the programs that make the database, too.
    log.info({ signal, reason: error instanceof Error ? error.message : String(error) }, "parlour.stopped");
    return 0;
  }

  const reason = await Promise.race([life, database.lock.lost, ...(database.embedded ? [database.embedded.died] : [])]);
  if (reason instanceof Error) {
    if (reason.name === "StartFault") err(reason.message);
    log.fatal({ err: reason }, "parlour.failing");
  } else log.info({ signal: reason }, "parlour.stopping");
  const done = await within(clock, limits.whole, closeAll({ server, database, finishing }, limits, clock, log));
  log.info({ complete: done }, "parlour.stopped");
  return reason instanceof Error ? 1 : 0;
}

/** CFG-017; then, once, the links of operators whom the provisioning file made without a password. */
function announce(deps: ProcessDeps, config: Config, server: RunningServer, invitations: readonly { email: string; path: string }[]): void {
  const { publicUrl } = addresses(config, server.port);
  deps.out(`ready ${publicUrl}`);
  if (server.setupLink !== null) deps.out(`set up: ${server.setupLink}`);
  for (const { email, path } of invitations) deps.out(`invite ${email}: ${publicUrl}${path}`);
}

async function closeAll(
  { server, database, finishing }: { server: RunningServer | null; database: OwnedDatabase | null; finishing: FinishingMigrations | null },
  limits: ShutdownLimits,
  clock: Clock,
  log: Log,
): Promise<void> {
  try {
    if (server && !(await within(clock, limits.server, server.close()))) log.error({ ms: limits.server }, "parlour.close_cut_off");
  } catch (error) {
    // Whatever fails here must not keep the database from ending in order.
    log.error({ err: error }, "parlour.close_failed");
  }
  await finishing?.stop();
  // Last, so that the next process begins when this one writes nothing more.
  await database?.lock.release();
  await database?.embedded?.stop(limits.database);
}

/** Resolves at the first reason to end: a signal, or an error that nobody caught (F32). A second signal ends at once. */
function watchProcess(): Promise<NodeJS.Signals | Error> {
  return new Promise((resolve) => {
    const signals: NodeJS.Signals[] = [];
    for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(name, () => {
        // The launcher and a terminal may both pass on one Ctrl-C; a second kind or a third time is meant.
        if (signals.push(name) > 2) process.exit(130);
        resolve(name);
      });
    }
    process.on("uncaughtException", (error) => resolve(error));
    process.on("unhandledRejection", (reason) => resolve(reason instanceof Error ? reason : new Error(String(reason))));
  });
}

function report(error: unknown, around: { host: string; port: number; databaseUrl: string | null }, err: (line: string) => void): number {
  const fault = toFault(error, around);
  if (fault) {
    for (const line of fault.message.split("\n")) err(line);
    return fault.exitCode;
  }
  err(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
