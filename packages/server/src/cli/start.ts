import { channel } from "node:diagnostics_channel";
import { readFile } from "node:fs/promises";
import type { RunningServer, ServerOptions } from "../compose/server-options.ts";
import { readyChannel } from "../code-loader.ts";
import { listOwnHosts } from "../settings/account/host-names.ts";
import { parseConfig, type Config } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import { waitForNextTurn, waitWithTimeout } from "../core/pause.ts";
import { createLog, type Log } from "../log.ts";
import { startMemoryRelease } from "../health/process/memory-release.ts";
import {
  assertFitsInstallation,
  openDatabaseForServer,
  readAddresses,
  type OwnedDatabase,
} from "./database.ts";
import { startPendingMigrations, type PendingMigrations } from "./pending-migrations.ts";
import { loadSecretKey } from "./secret-key.ts";
import { toStartError } from "./to-start-error.ts";

export interface ProcessDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Loads the composition root from disk while the database starts. */
  readonly loadServer: () => Promise<(options: ServerOptions) => Promise<RunningServer>>;
  /** Writes lines for the person or program that started the server to standard output. */
  readonly out: (line: string) => void;
  /** Writes errors to standard error. */
  readonly err: (line: string) => void;
  readonly log?: Log;
  readonly shutdown?: ShutdownLimits;
  /** Maximum wait for another Parlour on the same database, in ms (CORE-180). */
  readonly otherNodeWaitMs?: number;
}

/** Maximum duration of each shutdown step, in ms. A step that takes longer is interrupted. */
export interface ShutdownLimits {
  readonly server: number;
  readonly database: number;
  readonly total: number;
}
/** The total is below the 15 s of CORE-131. */
export const shutdownLimits: ShutdownLimits = { server: 9_000, database: 3_500, total: 14_000 };

/**
 * Runs the server process: configuration, database, provisioning, ready line, shutdown. Resolves to
 * the exit code (CFG-018), with which the caller exits immediately.
 */
export async function runServer(deps: ProcessDeps): Promise<number> {
  const { clock, err } = deps;
  const limits = deps.shutdown ?? shutdownLimits;
  const endReason = waitForEndReason();
  let signal: NodeJS.Signals | null = null;
  void endReason.then((reason) => (signal = reason instanceof Error ? null : reason));
  let config: Config;
  try {
    config = parseConfig(deps.env);
  } catch (error) {
    return printError(error, { host: "", port: 0, databaseUrl: null }, err);
  }
  const log =
    deps.log ??
    createLog({
      level: config.logLevel,
      format: config.logFormat ?? (process.stderr.isTTY ? "pretty" : "json"),
    });
  const parts: RunningParts = {
    database: null,
    server: null,
    migrations: null,
    stopMemoryRelease: () => undefined,
  };
  const closeParts = (): Promise<void> => closeAll(parts, limits, clock, log);
  let database: OwnedDatabase;
  try {
    database = await start(deps, { config, log, isStopping: () => signal !== null }, parts);
  } catch (error) {
    await closeParts();
    if (signal === null) return printError(error, config, err);
    // The signal explains the failure. Ctrl-C in a terminal also ends the programs that create the
    // database.
    log.info(
      { signal, reason: error instanceof Error ? error.message : String(error) },
      "parlour.stopped",
    );
    return 0;
  }

  const reason = await Promise.race([
    endReason,
    database.lock.lost,
    ...(database.embedded ? [database.embedded.died] : []),
  ]);
  if (reason instanceof Error) {
    if (reason.name === "StartFault") err(reason.message);
    log.fatal({ err: reason }, "parlour.failing");
  } else {
    log.info({ signal: reason }, "parlour.stopping");
    await drain(parts, config, clock, log);
  }
  const isComplete = await waitWithTimeout(clock, limits.total, closeParts());
  log.info({ complete: isComplete }, "parlour.stopped");
  return reason instanceof Error ? 1 : 0;
}

/** The running parts of the process. They are closed when it ends, even if it is still starting. */
interface RunningParts {
  database: OwnedDatabase | null;
  server: RunningServer | null;
  migrations: PendingMigrations | null;
  stopMemoryRelease: () => void;
}

interface StartOptions {
  readonly config: Config;
  readonly log: Log;
  readonly isStopping: () => boolean;
}

/** Prints the ready line at the end. Sets each part as soon as it runs. */
async function start(
  deps: ProcessDeps,
  { config, log, isStopping }: StartOptions,
  parts: RunningParts,
): Promise<OwnedDatabase> {
  const { clock } = deps;
  const started = clock.monotonic();
  // Imported only if needed, because few installations have a provisioning file and the import
  // delays the start.
  const provisioning =
    config.provisioningFile === null
      ? null
      : await import("../provisioning/apply-file-at-startup.ts");
  const desired = await provisioning?.readFileAtStartup(config.provisioningFile, deps.env, {
    read: (path) => readFile(path, "utf8"),
    log,
  });
  const opening = openDatabaseForServer(
    { config, log, clock },
    { isStopping, waitMs: deps.otherNodeWaitMs },
  );
  // Loading occupies the process for 0.1 s, so the process of the database is started before.
  const loading = waitForNextTurn().then(deps.loadServer);
  // This promise is awaited after the database is open. If opening fails, an error of this promise
  // is irrelevant.
  loading.catch(() => undefined);
  const database = (parts.database = await opening);
  const secretKey = loadSecretKey(database.dataDir, config.secretKey, log);
  await assertFitsInstallation(database, { secretKey, config, clock, log });
  const invitations = desired
    ? await provisioning?.applyFileAtStartup({
        file: desired,
        url: database.url,
        secretKey,
        egressAllow: config.egressAllow,
        reservedHosts: listOwnHosts(await readAddresses(database.url, config)),
        log,
        clock,
      })
    : [];
  const startServer = await loading;
  const server = (parts.server = await startServer({
    databaseUrl: database.url,
    dataDir: database.dataDir,
    config,
    secretKey,
    log,
    clock,
  }));
  log.info({ port: server.port, ms: Math.round(clock.monotonic() - started) }, "parlour.ready");
  // The links are printed last, so that no log line follows.
  printReady(deps, server, invitations ?? []);
  channel(readyChannel).publish(null);
  parts.migrations = startPendingMigrations({ url: database.url, clock, log });
  parts.stopMemoryRelease = startMemoryRelease({
    clock,
    log,
    countCommands: () => server.countCommands(),
  });
  return database;
}

/** CFG-017. Then, once, the links of new operators without a password in the file. */
function printReady(
  deps: ProcessDeps,
  server: RunningServer,
  invitations: readonly { email: string; path: string }[],
): void {
  const publicUrl = server.publicUrl();
  deps.out(`ready ${publicUrl}`);
  if (server.setupLink !== null) deps.out(`set up: ${server.setupLink}`);
  for (const { email, path } of invitations) deps.out(`invite ${email}: ${publicUrl}${path}`);
}

/** Moves sockets before the close (CORE-265). On a failure, clients reconnect after it. */
async function drain(
  { server }: RunningParts,
  { shutdownDelayMs, shutdownMoveMs }: Config,
  clock: Clock,
  log: Log,
): Promise<void> {
  try {
    // The margin is for a busy process.
    const limitMs = shutdownDelayMs + shutdownMoveMs + 1_000;
    await waitWithTimeout(clock, limitMs, server?.drain() ?? Promise.resolve());
  } catch (error) {
    log.error({ err: error }, "parlour.drain_failed");
  }
}

async function closeAll(
  { server, database, migrations, stopMemoryRelease }: RunningParts,
  limits: ShutdownLimits,
  clock: Clock,
  log: Log,
): Promise<void> {
  stopMemoryRelease();
  try {
    if (server && !(await waitWithTimeout(clock, limits.server, server.close())))
      log.error({ ms: limits.server }, "parlour.close_cut_off");
  } catch (error) {
    // An error here must not prevent the shutdown of the database.
    log.error({ err: error }, "parlour.close_failed");
  }
  await migrations?.stop();
  // The lock is released last, so that the next process starts after the last write of this
  // process.
  await database?.lock.release();
  await database?.embedded?.stop(limits.database);
}

/** A signal or an uncaught error (F32). The third signal exits immediately. */
function waitForEndReason(): Promise<NodeJS.Signals | Error> {
  return new Promise((resolve) => {
    const signals: NodeJS.Signals[] = [];
    for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(name, () => {
        // Both the launcher and a terminal may forward one Ctrl-C, so only the third signal exits
        // immediately.
        if (signals.push(name) > 2) process.exit(130);
        resolve(name);
      });
    }
    process.on("uncaughtException", (error) => resolve(error));
    process.on("unhandledRejection", (reason) =>
      resolve(reason instanceof Error ? reason : new Error(String(reason))),
    );
  });
}

function printError(
  error: unknown,
  context: { host: string; port: number; databaseUrl: string | null },
  err: (line: string) => void,
): number {
  const startError = toStartError(error, context);
  if (startError) {
    for (const line of startError.message.split("\n")) err(line);
    return startError.exitCode;
  }
  err(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
