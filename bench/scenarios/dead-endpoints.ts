import { createServer } from "node:net";
import pg from "pg";
import { allAccepted, runLoad } from "../harness/load.ts";
import { cpuMicros, parentOf, startNode, type Started } from "../harness/process.ts";
import { benchPlace, startBenchProduct, type BenchProduct } from "../harness/product.ts";
import { atMost, ratios, type ScenarioResult } from "../harness/stats.ts";
import { pause, portOf, say } from "./deliveries.ts";

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
const dead = 50;
const due = 1_000;
const healthy = 5;
const chatsEach = 8;
const rate = 100;

export async function deadEndpointsScenario(deps: DeadEndpointsDeps): Promise<ScenarioResult> {
  const started: Started[] = [];
  const receiver = async (env: Record<string, string> = {}): Promise<Started> => {
    const one = await startNode("bench/clients/receiver.ts", { ready: /^ready /, env });
    started.push(one);
    return one;
  };
  const place = await benchPlace(deps.serverUrl);
  const database = new pg.Client({ connectionString: place.database.url });
  await database.connect();
  try {
    const good = await receiver();
    const silent = await receiver({ DELAY_MS: "3600000" });
    const closed = await closedPort();
    const endpointPorts = [...Array.from({ length: healthy }, () => portOf(good)), portOf(silent), closed];
    const product = await startBenchProduct({ serverUrl: deps.serverUrl, place, endpointPorts, profile: deps.profile });
    for (let n = 0; n < dead; n++) await addWebhook(product, `http://127.0.0.1:${n % 2 === 0 ? portOf(silent) : closed}/hook${n}`);
    await hold(database, true);
    await owe(product, database);
    const chats = await talk(product, database);

    const rounds: { product: Record<string, number>; anchors: Record<string, Record<string, number>> }[] = [];
    const postmaster = await postmasterOf(database);
    await lag(deps, product, good, chats, postmaster);
    for (let n = 0; n < deps.rounds; n++) {
      await hold(database, true);
      const alone = await lag(deps, product, good, chats, postmaster);
      await hold(database, false);
      await busy(database);
      const beside = await lag(deps, product, good, chats, postmaster);
      rounds.push({ product: beside, anchors: { alone } });
    }
    const left = await waiting(database);
    await product.end();
    const [median, p99] = [ratios(rounds, "p50", "alone"), ratios(rounds, "p99", "alone")];
    return {
      name: `dead endpoints: age on arrival at ${rate}/s`,
      params: { dead, due, healthy, rate, ms: deps.lagMs },
      rounds,
      ratios: { "p50/alone": median, "p99/alone": p99 },
      goals: [
        atMost("CORE-122", "median beside dead endpoints / alone", 1.1, median.med),
        atMost("CORE-122", "99 % beside dead endpoints / alone", 1.25, p99.med),
      ],
      notes: [
        "ms from the API call to the arrival; cpu: of the server and of PostgreSQL, in cores",
        `${left} lanes of dead endpoints were due at the end`,
      ],
    };
  } finally {
    for (const one of started) await one.stop("SIGKILL");
    await database.end();
    await place.remove();
  }
}

async function addWebhook(product: BenchProduct, url: string): Promise<void> {
  const answer = await api(product, "webhooks", { url, events: ["chat_accepted"] });
  if (answer.status !== 201) throw new Error(`a webhook was answered ${answer.status}: ${await answer.text()}`);
}
function api(product: BenchProduct, path: string, body: object): Promise<Response> {
  return fetch(`${product.url}/api/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${product.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Pauses or resumes the dead endpoints. The server applies it within 5 s. */
async function hold(database: pg.Client, isHeld: boolean): Promise<void> {
  await database.query("update endpoint set paused_at = $1 where kind = 'webhook'", [isHeld ? new Date() : null]);
}
/** Accepts many chats, which creates a delivery to every dead endpoint for each. */
async function owe(product: BenchProduct, database: pg.Client): Promise<void> {
  await write(product, 0, due, "d");
  const chats = await chatsOf(database, "d");
  for (let n = 0; n < chats.length; n += 20)
    await Promise.all(
      chats.slice(n, n + 20).map(async (chat) => {
        const { status } = await api(product, `chats/${chat}/accept`, {});
        if (status !== 200) throw new Error(`accept was answered ${status}`);
      }),
    );
  const lanes = await waiting(database);
  if (lanes < dead * due) throw new Error(`${lanes} deliveries are due, ${dead * due} were meant to be`);
}
/** Creates chats at the working endpoints. */
async function talk(product: BenchProduct, database: pg.Client): Promise<readonly number[]> {
  for (let channel = 0; channel < healthy; channel++) await write(product, channel, chatsEach, `h${channel}-`);
  return chatsOf(database, "h");
}
async function write(product: BenchProduct, channel: number, customers: number, prefix: string): Promise<void> {
  const body = (sender: number, n: number): string =>
    `{"sender":{"id":"${prefix}${sender}-${n}"},"message":{"type":"text","text":"Is size 42 back in stock?"}}`;
  const senders = Math.min(customers, 20);
  const requests = Math.ceil(customers / senders);
  allAccepted(
    await runLoad({ port: product.port, path: product.channelPath(channel), senders, requests, durationMs: 60_000, body }),
    "first messages",
  );
}
async function chatsOf(database: pg.Client, prefix: string): Promise<number[]> {
  const { rows } = await database.query<{ id: string }>(
    "select c.id from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer like $1 order by c.id",
    [`${prefix}%`],
  );
  return rows.map((row) => Number(row.id));
}
async function waiting(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    "select count(*)::int as n from lane l join endpoint e on e.id = l.endpoint_id where e.kind = 'webhook' and l.due_at <= now()",
  );
  return rows[0]?.n ?? 0;
}
/** Waits until all slots of an endpoint that never responds are in use. */
async function busy(database: pg.Client): Promise<void> {
  const end = performance.now() + 20_000;
  for (;;) {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int as n from (select l.endpoint_id from lane l join endpoint e on e.id = l.endpoint_id where e.kind = 'webhook' and l.lease_until > now()
       group by 1 having count(*) >= 4) q`,
    );
    if ((rows[0]?.n ?? 0) >= dead / 2) return;
    if (performance.now() > end) throw new Error("the dead endpoints were not tried");
    await pause(50);
  }
}

async function lag(
  deps: DeadEndpointsDeps,
  product: BenchProduct,
  good: Started,
  chats: readonly number[],
  postmaster: number,
): Promise<{ p50: number; p99: number; cpu: number; databaseCpu: number }> {
  await good.ask("reset");
  const [began, own, its] = [performance.now(), cpuMicros(product.pid), cpuMicros(postmaster, true)];
  const { sent } = await say(product, chats, { rate, durationMs: deps.lagMs });
  const end = performance.now() + 10_000;
  for (;;) {
    const { count, p50, p99 } = await good.ask<{ count: number; p50: number; p99: number }>("ages");
    // Share of one core.
    const share = (micros: number): number => micros / (performance.now() - began) / 1_000;
    if (count >= sent) return { p50, p99, cpu: share(cpuMicros(product.pid) - own), databaseCpu: share(cpuMicros(postmaster, true) - its) };
    if (performance.now() > end) throw new Error(`${count} of ${sent} messages arrived within 10 s`);
    await pause(20);
  }
}

async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return parentOf(rows[0]?.pid ?? 0);
}

/** Returns a port without a listener. */
function closedPort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
