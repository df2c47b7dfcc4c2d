import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { assertAllAccepted, runLoad } from "../harness/load.ts";
import { getCpuMicros, getParentPid, startNode, type StartedProcess } from "../harness/process.ts";
import {
  createBenchEnvironment,
  startBenchServer,
  type BenchServer,
} from "../harness/bench-server.ts";
import { upperGoal, computeRatios, type ScenarioResult } from "../harness/stats.ts";
import { getPort, sendOperatorMessages } from "./deliveries.ts";

/**
 * Measures the age of operator messages on arrival at five working endpoints, alone and beside
 * fifty dead ones with 1,000 due deliveries each (CORE-122). Half of those never respond, half
 * refuse the connection. Both cases alternate in one process, by pausing the dead endpoints.
 */
export interface DeadEndpointsDeps {
  readonly serverUrl: string;
  readonly rounds: number;
  readonly lagMs: number;
  readonly profile?: string | undefined;
}
const deadEndpoints = 50;
const deliveriesPerEndpoint = 1_000;
const healthyEndpoints = 5;
const chatsPerEndpoint = 8;
const rate = 100;

export async function deadEndpointsScenario(deps: DeadEndpointsDeps): Promise<ScenarioResult> {
  const started: StartedProcess[] = [];
  const receiver = async (env: Record<string, string> = {}): Promise<StartedProcess> => {
    const child = await startNode("bench/clients/receiver.ts", { ready: /^ready /, env });
    started.push(child);
    return child;
  };
  const environment = await createBenchEnvironment(deps.serverUrl);
  const database = new pg.Client({ connectionString: environment.database.url });
  await database.connect();
  try {
    const healthyReceiver = await receiver();
    const silentReceiver = await receiver({ DELAY_MS: "3600000" });
    const closed = await findClosedPort();
    const endpointPorts = [
      ...Array.from({ length: healthyEndpoints }, () => getPort(healthyReceiver)),
      getPort(silentReceiver),
      closed,
    ];
    const product = await startBenchServer({
      serverUrl: deps.serverUrl,
      environment,
      endpointPorts,
      profile: deps.profile,
    });
    for (let n = 0; n < deadEndpoints; n++)
      await addWebhook(
        product,
        `http://127.0.0.1:${n % 2 === 0 ? getPort(silentReceiver) : closed}/hook${n}`,
      );
    await setPaused(database, true);
    await createDeliveries(product, database);
    const chats = await createChats(product, database);

    const rounds: {
      product: Record<string, number>;
      anchors: Record<string, Record<string, number>>;
    }[] = [];
    const postmaster = await findDatabaseProcess(database);
    await measureAge(deps, product, healthyReceiver, chats, postmaster);
    for (let n = 0; n < deps.rounds; n++) {
      await setPaused(database, true);
      const alone = await measureAge(deps, product, healthyReceiver, chats, postmaster);
      await setPaused(database, false);
      await waitUntilBusy(database);
      const beside = await measureAge(deps, product, healthyReceiver, chats, postmaster);
      rounds.push({ product: beside, anchors: { alone } });
    }
    const dueLanes = await countDueLanes(database);
    await product.end();
    const [median, p99] = [
      computeRatios(rounds, "p50", "alone"),
      computeRatios(rounds, "p99", "alone"),
    ];
    return {
      name: `dead endpoints: age on arrival at ${rate}/s`,
      params: {
        dead: deadEndpoints,
        due: deliveriesPerEndpoint,
        healthy: healthyEndpoints,
        rate,
        ms: deps.lagMs,
      },
      rounds,
      ratios: { "p50/alone": median, "p99/alone": p99 },
      goals: [
        upperGoal("CORE-122", "median beside dead endpoints / alone", 1.1, median.med),
        upperGoal("CORE-122", "99 % beside dead endpoints / alone", 1.25, p99.med),
      ],
      notes: [
        "ms from the API call to the arrival; cpu: of the server and of PostgreSQL, in cores",
        `${dueLanes} lanes of dead endpoints were due at the end`,
      ],
    };
  } finally {
    for (const child of started) await child.stop("SIGKILL");
    await database.end();
    await environment.remove();
  }
}

async function addWebhook(product: BenchServer, url: string): Promise<void> {
  const answer = await callApi(product, "webhooks", { url, events: ["chat_accepted"] });
  if (answer.status !== 201)
    throw new Error(`a webhook was answered ${answer.status}: ${await answer.text()}`);
}
function callApi(product: BenchServer, path: string, body: object): Promise<Response> {
  return fetch(`${product.url}/api/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${product.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Pauses or resumes the dead endpoints. The server applies it within 5 s. */
async function setPaused(database: pg.Client, isPaused: boolean): Promise<void> {
  await database.query("update endpoint set paused_at = $1 where kind = 'webhook'", [
    isPaused ? new Date() : null,
  ]);
}
/** Accepts many chats, which creates a delivery to every dead endpoint for each. */
async function createDeliveries(product: BenchServer, database: pg.Client): Promise<void> {
  await writeFirstMessages(product, 0, deliveriesPerEndpoint, "d");
  const chats = await findChats(database, "d");
  for (let n = 0; n < chats.length; n += 20)
    await Promise.all(
      chats.slice(n, n + 20).map(async (chat) => {
        const { status } = await callApi(product, `chats/${chat}/accept`, {});
        if (status !== 200) throw new Error(`accept was answered ${status}`);
      }),
    );
  const lanes = await countDueLanes(database);
  if (lanes < deadEndpoints * deliveriesPerEndpoint)
    throw new Error(
      `${lanes} deliveries are due, ${deadEndpoints * deliveriesPerEndpoint} were meant to be`,
    );
}
/** Creates chats at the working endpoints. */
async function createChats(product: BenchServer, database: pg.Client): Promise<readonly number[]> {
  for (let channel = 0; channel < healthyEndpoints; channel++)
    await writeFirstMessages(product, channel, chatsPerEndpoint, `h${channel}-`);
  return findChats(database, "h");
}
async function writeFirstMessages(
  product: BenchServer,
  channel: number,
  customers: number,
  prefix: string,
): Promise<void> {
  const body = (sender: number, n: number): string =>
    `{"sender":{"id":"${prefix}${sender}-${n}"},"message":{"type":"text","text":"Is size 42 back in stock?"}}`;
  const senders = Math.min(customers, 20);
  const requests = Math.ceil(customers / senders);
  assertAllAccepted(
    await runLoad({
      port: product.port,
      path: product.channelPath(channel),
      senders,
      requests,
      durationMs: 60_000,
      body,
    }),
    "first messages",
  );
}
async function findChats(database: pg.Client, prefix: string): Promise<number[]> {
  const { rows } = await database.query<{ id: string }>(
    "select c.id from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer like $1 order by c.id",
    [`${prefix}%`],
  );
  return rows.map((row) => Number(row.id));
}
async function countDueLanes(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    "select count(*)::int as n from lane l join endpoint e on e.id = l.endpoint_id where e.kind = 'webhook' and l.due_at <= now()",
  );
  return rows[0]?.n ?? 0;
}
/** Waits until all slots of an endpoint that never responds are in use. */
async function waitUntilBusy(database: pg.Client): Promise<void> {
  const end = performance.now() + 20_000;
  for (;;) {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int as n from (select l.endpoint_id from lane l join endpoint e on e.id = l.endpoint_id where e.kind = 'webhook' and l.lease_until > now()
       group by 1 having count(*) >= 4) q`,
    );
    if ((rows[0]?.n ?? 0) >= deadEndpoints / 2) return;
    if (performance.now() > end) throw new Error("the dead endpoints were not tried");
    await pause(50);
  }
}

async function measureAge(
  deps: DeadEndpointsDeps,
  product: BenchServer,
  good: StartedProcess,
  chats: readonly number[],
  postmaster: number,
): Promise<{ p50: number; p99: number; cpu: number; databaseCpu: number }> {
  await good.ask("reset");
  const [startedAt, serverBefore, databaseBefore] = [
    performance.now(),
    getCpuMicros(product.pid),
    getCpuMicros(postmaster, true),
  ];
  const { sent } = await sendOperatorMessages(product, chats, { rate, durationMs: deps.lagMs });
  const end = performance.now() + 10_000;
  for (;;) {
    const { count, p50, p99 } = await good.ask<{ count: number; p50: number; p99: number }>("ages");
    // Share of one core.
    const share = (micros: number): number => micros / (performance.now() - startedAt) / 1_000;
    if (count >= sent)
      return {
        p50,
        p99,
        cpu: share(getCpuMicros(product.pid) - serverBefore),
        databaseCpu: share(getCpuMicros(postmaster, true) - databaseBefore),
      };
    if (performance.now() > end)
      throw new Error(`${count} of ${sent} messages arrived within 10 s`);
    await pause(20);
  }
}

async function findDatabaseProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return getParentPid(rows[0]?.pid ?? 0);
}

/** Returns a port without a listener. */
function findClosedPort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
