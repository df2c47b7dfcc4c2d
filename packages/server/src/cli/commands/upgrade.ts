import type pg from "pg";
import { findLatestBackup } from "../../backup/latest.ts";
import { parseConfig } from "../../config/read-config.ts";
import {
  findRunningDatabase,
  hasEmbeddedDatabase,
  startEmbeddedDatabase,
} from "../../embedded/index.ts";
import { readFreeSpace } from "../../files/free-space.ts";
import { checkBackup } from "../../health/backups.ts";
import { minFreeMib } from "../../health/disk.ts";
import { startConnectMs, withConnection } from "../../store/database/connections.ts";
import { parseLockSession } from "../../store/database/nodes.ts";
import { readDatabaseFacts, type DatabaseFacts } from "../../store/database/system-health.ts";
import { planMigration, type MigrationPlan } from "../../store/migrate.ts";
import { version } from "../../version.ts";
import { parseCommandArgs, UsageError, type Command, type CommandDeps } from "../command.ts";
import { assertKnownSchema, getDataDir } from "../database.ts";
import type { CheckDeps, DoctorFinding } from "../doctor/finding.ts";
import { inspectServer } from "../inspect-server.ts";
import { canRunTogether } from "../node-checks.ts";
import { formatFinding } from "./doctor.ts";

/** Says what a start of this release would change in the database (CLI-004). */
export const upgradeCommand: Command = {
  name: "upgrade",
  usage: "parlour upgrade --check [--json]",
  help:
    "Says what the first start of this release would do to the database, and changes nothing. The start itself upgrades.\n" +
    "  --check   required\n  --json    print the result as JSON\n\n" +
    "Exit codes: 0 this release can start, with or without changes; 1 something must be done first; 78 wrong configuration.",
  async run(args, deps) {
    const { values } = parseCommandArgs(args, { check: { type: "boolean" } }, 0);
    if (values.check !== true)
      throw new UsageError("pass --check; to upgrade, start this release on the data");
    const checkDeps = { config: parseConfig(deps.env), clock: deps.clock, log: deps.log };
    const report = await withDatabase(checkDeps, (url) =>
      url === null ? newInstallation : inspect(url, checkDeps),
    );
    print(report, values.json === true, deps);
    return report.findings.some(({ state }) => state === "fault") ? 1 : 0;
  },
};

/** What an upgrade would do, and what is in its way. */
interface UpgradeReport {
  /** Last completed step of the schema. Null in an empty database. */
  readonly latestStep: string | null;
  readonly plan: MigrationPlan;
  readonly findings: readonly DoctorFinding[];
}

/**
 * Calls a function with the URL of the database. Starts an embedded one that does not run, and
 * stops it afterwards. The URL is null if there is no embedded database yet.
 */
async function withDatabase<R>(
  { config, clock, log }: CheckDeps,
  use: (url: string | null) => R | Promise<R>,
): Promise<R> {
  if (config.databaseUrl !== null) return use(config.databaseUrl);
  const dataDir = getDataDir(config);
  const running = findRunningDatabase(dataDir, clock);
  if (running !== null) return use(running.url);
  if (!hasEmbeddedDatabase(dataDir)) return use(null);
  const embedded = await startEmbeddedDatabase({ dataDir, log, clock });
  try {
    return await use(embedded.url);
  } finally {
    await embedded.stop();
  }
}

const newInstallation: UpgradeReport = {
  latestStep: null,
  plan: { steps: [], functions: 0, refusal: null },
  findings: [
    { check: "schema", state: "good", message: "there is no database yet; a start creates one" },
  ],
};

async function inspect(url: string, deps: CheckDeps): Promise<UpgradeReport> {
  const appliedNames = await inspectServer(url, deps.log);
  const { databaseUrl } = deps.config;
  await assertKnownSchema(appliedNames, databaseUrl === null ? getDataDir(deps.config) : null);
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: startConnectMs,
    application_name: "parlour upgrade",
  };
  return withConnection(connection, async (client) => {
    await client.query("begin read only");
    const latestStep = appliedNames.at(-1) ?? null;
    const plan = await planMigration(client);
    return { latestStep, plan, findings: await collectFindings(client, latestStep, plan, deps) };
  });
}

async function collectFindings(
  client: pg.Client,
  latestStep: string | null,
  plan: MigrationPlan,
  { config, clock }: CheckDeps,
): Promise<readonly DoctorFinding[]> {
  const facts = await readDatabaseFacts({
    query: async <R>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as R[],
  });
  const databaseMib = await readDatabaseMib(client);
  const dataDir = getDataDir(config);
  const isEmbedded = config.databaseUrl === null;
  const freeMib = isEmbedded ? (await readFreeSpace(dataDir)).freeMib : null;
  const isPending = plan.steps.length + plan.functions > 0;
  return [
    {
      check: "database",
      state: "good",
      message: `${isEmbedded ? "embedded " : ""}PostgreSQL ${facts.version}, ${databaseMib} MiB`,
    },
    { check: "schema", state: "good", message: describeSchema(latestStep, plan) },
    ...(plan.refusal === null
      ? []
      : [{ check: "rights", state: "fault", message: plan.refusal.message } as const]),
    checkRunningNodes(facts, isEmbedded),
    checkBackup(await findLatestBackup(dataDir), clock.now()),
    ...(isPending ? [checkSpace(freeMib, databaseMib)] : []),
  ];
}

async function readDatabaseMib(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ mib: number }>(
    "select ceil(pg_database_size(current_database()) / 1048576.0)::int as mib",
  );
  return rows[0]?.mib ?? 0;
}

function describeSchema(latest: string | null, { steps, functions }: MigrationPlan): string {
  if (latest === null) return "the database is empty; a start creates the schema";
  if (steps.length + functions === 0) return `at ${latest}, as this release needs it`;
  return `at ${latest}; this release adds ${steps.length} steps and changes ${functions} functions`;
}

function checkRunningNodes(
  { nodes, lockNames }: DatabaseFacts,
  isEmbedded: boolean,
): DoctorFinding {
  const check = "nodes";
  if (nodes === 0) return { check, state: "good", message: "no node is running" };
  const list = lockNames.map((name) => parseLockSession({ name }));
  const names = list.map(({ version, description }) => `${version} (${description})`);
  const message = [`running on this database: ${nodes}`, ...names].join(", ");
  if (isEmbedded)
    return { check, state: "warning", message, advice: "stop it before the start of this release" };
  if (list.every((node) => node.version !== null && canRunTogether(node.version, version)))
    return { check, state: "good", message };
  return {
    check,
    state: "fault",
    message,
    advice: `stop all nodes first, or upgrade one minor release at a time: they cannot run together with ${version}`,
  };
}

/** Checks the space for the copy of an embedded database. `freeMib`: null without one. */
export function checkSpace(freeMib: number | null, databaseMib: number): DoctorFinding {
  const check = "space";
  if (freeMib === null)
    return {
      check,
      state: "good",
      message: `${databaseMib} MiB should be free on the disk of PostgreSQL, which this machine cannot see`,
    };
  const neededMib = databaseMib + minFreeMib;
  const message = `${freeMib} MiB free for DATA_DIR, ${neededMib} MiB needed for a copy before the upgrade`;
  if (freeMib >= neededMib) return { check, state: "good", message };
  return { check, state: "fault", message, advice: "free up disk space" };
}

function print({ latestStep, plan, findings }: UpgradeReport, isJson: boolean, deps: CommandDeps) {
  if (isJson) {
    deps.out(
      JSON.stringify({
        release: version,
        good: findings.every(({ state }) => state !== "fault"),
        schema: {
          latest_step: latestStep,
          pending_steps: plan.steps.map(({ name, kind, runsLate }) => ({
            name,
            kind: kindNames[kind],
            runs: runsLate ? "after_start" : "before_start",
          })),
          changed_functions: plan.functions,
        },
        findings,
      }),
    );
    return;
  }
  deps.out(`upgrade to Parlour ${version}`);
  for (const finding of findings) deps.out(formatFinding(finding));
  for (const { name, kind, runsLate } of plan.steps)
    deps.out(
      `step  ${name}: ${kindNames[kind]}, ${runsLate ? "while Parlour runs" : "before the start"}`,
    );
}

/** Words for the kinds of steps. `quick` changes only the description of tables. */
const kindNames = {
  plain: "quick",
  index: "index",
  constraint: "constraint",
  batches: "batches",
} as const;
