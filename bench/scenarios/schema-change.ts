import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { chatFactVersion } from "../../packages/server/src/core/report/chat-fact.ts";
import { visitorLexemeVersion } from "../../packages/server/src/core/search/visitor-lexemes.ts";
import { createSystemClock } from "../../packages/server/src/clock.ts";
import { migrateDatabase } from "../../packages/server/src/store/migrate.ts";
import {
  readMigrationSteps,
  type MigrationStep,
} from "../../packages/server/src/store/migration-steps.ts";
import { createBody } from "../harness/accept-load.ts";
import { startBenchServer, type BenchServer } from "../harness/bench-server.ts";
import { seedInbox, type SeededInbox } from "../harness/inbox-seed.ts";
import { runLoad, toLoadResult, type LoadResult } from "../harness/load.ts";
import { upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * Changes the schema of an account with many messages while messages are accepted at a fixed rate:
 * a new column, a backfill of all chats, a checked constraint and an index over all messages
 * (CORE-166, CORE-280). Each phase is compared with the same load before.
 */
export interface SchemaChangeDeps {
  readonly serverUrl: string;
  readonly messages: number;
  readonly rate: number;
  readonly baselineSeconds: number;
  /** Time after which the backfill is stopped once. It must continue at its cursor. */
  readonly stopAfterMs: number;
}

const senders = 16;
/** Longest load of one phase. A load ends with its phase. */
const maxPhaseMs = 1_200_000;

export async function schemaChangeScenario(deps: SchemaChangeDeps): Promise<ScenarioResult> {
  const inbox = await seedInbox(deps.serverUrl, deps.messages);
  try {
    return await measureSchemaChange(inbox, deps);
  } finally {
    await inbox.drop();
  }
}

/** Measures on a database that is already filled. */
async function measureSchemaChange(
  inbox: Pick<SeededInbox, "url" | "account" | "head" | "seconds">,
  deps: Omit<SchemaChangeDeps, "serverUrl">,
): Promise<ScenarioResult> {
  await skipSeededEntries(inbox);
  const folder = mkdtempSync(join(tmpdir(), "parlour-bench-"));
  chmodSync(folder, 0o711);
  const database = { url: inbox.url, name: "", drop: () => Promise.resolve() };
  const product = await startBenchServer({
    serverUrl: "",
    environment: { database, folder, remove: () => Promise.resolve() },
  });
  try {
    const load = createLoad(product, deps.rate);
    await load(10_000);
    const baseline = await load(deps.baselineSeconds * 1_000);
    const steps = await createSteps();
    const run = (kind: MigrationStep["kind"], stopAfterMs?: number): Promise<Phase> =>
      runUnderLoad(load, (signal) => runSteps(inbox.url, steps[kind], signal), stopAfterMs);
    const phases = {
      expand: await run("plain"),
      "backfill, stopped": await run("batches", deps.stopAfterMs),
      backfill: await run("batches"),
      constraint: await run("constraint"),
      index: await run("index"),
    };
    return toSchemaChangeResult(deps, inbox.seconds, baseline, phases);
  } finally {
    await product.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A phase of the schema change, with the load that ran at the same time. */
interface Phase {
  readonly seconds: number;
  readonly load: LoadResult;
}

/** Returns a function that sends messages for at most the time in ms, or until the signal. */
function createLoad(product: BenchServer, rate: number) {
  let round = 0;
  return (durationMs: number, signal?: AbortSignal): Promise<LoadResult> => {
    const first = ++round * 1_000_000;
    return runLoad({
      port: product.port,
      path: product.channelPath(),
      senders,
      rate,
      durationMs,
      countsLate: true,
      body: (sender, n) => createBody(sender, first + n),
      ...(signal ? { signal } : {}),
    });
  };
}

async function runUnderLoad(
  load: ReturnType<typeof createLoad>,
  run: (signal: AbortSignal) => Promise<void>,
  stopAfterMs?: number,
): Promise<Phase> {
  const ending = new AbortController();
  const stopping =
    stopAfterMs === undefined ? new AbortController().signal : AbortSignal.timeout(stopAfterMs);
  const loading = load(maxPhaseMs, ending.signal);
  const startedAt = performance.now();
  let ms = 0;
  try {
    await run(stopping).catch((error: unknown) =>
      stopping.aborted ? undefined : Promise.reject(error as Error),
    );
    ms = performance.now() - startedAt;
    // A phase of a few milliseconds still needs enough messages for a p99.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 10_000 - ms)));
  } finally {
    ending.abort();
    await loading.catch(() => undefined);
  }
  return { seconds: ms / 1_000, load: await loading };
}

async function runSteps(
  url: string,
  steps: readonly MigrationStep[],
  signal: AbortSignal,
): Promise<void> {
  await migrateDatabase(url, { steps, signal, pace: createSystemClock() });
}

/** Returns the steps up to and with the one of each kind. */
async function createSteps(): Promise<Record<MigrationStep["kind"], readonly MigrationStep[]>> {
  const released = await readMigrationSteps();
  const plain: MigrationStep = {
    name: "9001_expand",
    kind: "plain",
    sql: "alter table chat_activity add column bench_words bigint, add constraint bench_words_given check (bench_words is not null) not valid; alter table chat_activity alter column bench_words set default 0",
  };
  const batches: MigrationStep = {
    name: "9002_backfill",
    kind: "batches",
    sql: `with part as materialized (select a.account_id, a.chat_id, a.counted_seq from chat_activity a
        where $1::jsonb is null or (a.account_id, a.chat_id) > (($1::jsonb ->> 0)::bigint, ($1::jsonb ->> 1)::bigint)
        order by a.account_id, a.chat_id limit $2),
      changed as (update chat_activity a set bench_words = p.counted_seq from part p
        where a.account_id = p.account_id and a.chat_id = p.chat_id)
      select json_build_array(account_id, chat_id) as cursor from part order by account_id desc, chat_id desc limit 1`,
  };
  const constraint: MigrationStep = {
    name: "9003_validate",
    kind: "constraint",
    sql: "alter table chat_activity validate constraint bench_words_given",
  };
  const index: MigrationStep = {
    name: "9004_index",
    kind: "index",
    sql: "create index concurrently bench_journal_author on journal (account_id, author_kind, author_id, position)",
  };
  const all = [plain, batches, constraint, index];
  const upTo = (count: number) => [...released, ...all.slice(0, count)];
  return { plain: upTo(1), batches: upTo(2), constraint: upTo(3), index: upTo(4) };
}

/**
 * Marks the seeded entries as processed, so that no consumer reads them during the load, and counts
 * the seeded visitors.
 */
async function skipSeededEntries({
  url,
  account,
  head,
}: Pick<SeededInbox, "url" | "account" | "head">): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `insert into cursor (reader, account_id, position) select reader, $2, $3 from unnest($1::text[]) reader
       on conflict (reader, account_id) do update set position = excluded.position`,
      [consumers, account, head],
    );
    // The seed does not count the visitors, so that the next one would get a used number.
    await client.query(
      "update account_head set visitors = (select max(number) from visitor where account_id = $1) where account_id = $1",
      [account],
    );
  } finally {
    await client.end();
  }
}
const consumers = [
  ..."activity bot_gone calls channel_deleted endpoint_off marks operator_gone search sending_lines timers".split(
    " ",
  ),
  `facts-${chatFactVersion}`,
  `search-visitors-${visitorLexemeVersion}`,
];

function toSchemaChangeResult(
  { messages, rate }: Pick<SchemaChangeDeps, "messages" | "rate">,
  seedSeconds: number,
  baseline: LoadResult,
  phases: Readonly<Record<string, Phase>>,
): ScenarioResult {
  const all = Object.values(phases);
  const refused = [baseline, ...all.map(({ load }) => load)].reduce((sum, r) => sum + r.refused, 0);
  const during = toLoadResult(
    all.flatMap(({ load }) => [...load.latencies]),
    { sent: 0, statuses: {}, durationMs: 0 },
  );
  return {
    name: "schema",
    params: { messages, rate, seedSeconds },
    rounds: [
      {
        product: {
          p50: baseline.p50,
          p99: baseline.p99,
          duringP50: during.p50,
          duringP99: during.p99,
        },
        anchors: Object.fromEntries(
          Object.entries(phases).map(([name, { seconds, load }]) => [
            name,
            {
              seconds,
              count: load.count,
              p50: load.p50,
              p99: load.p99,
              max: load.latencies.at(-1) ?? 0,
            },
          ]),
        ),
      },
    ],
    ratios: {},
    goals: [
      upperGoal("CORE-166", "refused requests", 0, refused),
      upperGoal("CORE-280", "p99 during / p99 before", 2, during.p99 / baseline.p99),
    ],
  };
}
