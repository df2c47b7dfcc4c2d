import { fileURLToPath } from "node:url";
import type { Forwarding } from "@parlour/protocol/api";
import {
  createPreparedDataDir,
  createSeededRandom,
  findFreePort,
  removeDataDir,
  startIntegrator,
  startServerProcess,
  writeProvisioningFile,
  type FakeIntegrator,
  type ReceivedRequest,
  type ServerProcess,
} from "@parlour/testkit";
import { apiKey, waitUntilDelivered, type CrashFixture } from "./crash-fixture.ts";

const crashingServerPath = fileURLToPath(
  new URL("../../testkit/src/crashing-server.ts", import.meta.url),
);
/** Steps of an attempt and of a batch, at which every second kill happens. */
const crashPoints = [
  "answered:6",
  "batch_committed:12",
  "dialled:6",
  "reported:6",
  "batch_sent:12",
];
const customers = ["c0", "c1", "c2", "c3"];
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface OldSystemFindings {
  /** By direction: customers whose texts are not there, in order, once per id. */
  readonly wrong: readonly string[];
  readonly messages: number;
  readonly answers: number;
  /** Requests to the old system that were repeated because a kill interrupted them. */
  readonly repeated: number;
}

/**
 * Kills the server while visitors write and the old system answers, with every request repeated
 * until it is acknowledged. Compares what both sides of the channel got.
 */
export async function runOldSystemKills(kills: number): Promise<OldSystemFindings> {
  const [frontEnd, oldSystem, port] = await Promise.all([
    startIntegrator(),
    startIntegrator(),
    findFreePort(),
  ]);
  const dataDir = createPreparedDataDir();
  const file = writeProvisioningFile(dataDir, {
    key: apiKey,
    integratorUrl: frontEnd.url,
    egressAllow: [new URL(oldSystem.url).host],
  });
  const start = (crashAt?: string): Promise<ServerProcess> =>
    startServerProcess({
      dataDir,
      port,
      env: { PARLOUR_CONFIG: file, ...(crashAt && { CRASH_AT: crashAt }) },
      ...(crashAt && { entry: crashingServerPath }),
    });
  const random = createSeededRandom(254);
  let server = await start();
  const load = startLoad(port, await forward(port, oldSystem));
  try {
    for (let n = 0; n < kills; n++) {
      const before = load.count();
      while (load.count() < before + 2 * customers.length) await pause(20);
      if (n % 2 === 0) {
        await pause(random() * 300);
        await server.kill(n % 4 === 2 ? "both" : "server");
      } else {
        await server.stop();
        server = await start(crashPoints[(n >> 1) % crashPoints.length]);
        await server.exited;
      }
      server = await start();
    }
    await load.stop();
    await waitUntilDelivered({ api: `http://127.0.0.1:${port}/api/v1` } as CrashFixture);
    return {
      wrong: [
        ...findWrong("there", load.sent, toTexts(oldSystem, "sender", "idempotency-key")),
        ...findWrong("here", load.answered, toTexts(frontEnd, "recipient", "webhook-id")),
      ],
      messages: [...load.sent.values()].flat().length,
      answers: [...load.answered.values()].flat().length,
      repeated: oldSystem.received.length - countIds(oldSystem.received, "idempotency-key"),
    };
  } finally {
    await load.stop();
    await server.stop();
    await Promise.all([frontEnd.close(), oldSystem.close()]);
    removeDataDir(dataDir);
  }
}

/** Puts the old system behind the channel, and returns the address for its answers. */
async function forward(port: number, oldSystem: FakeIntegrator): Promise<string> {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const { items } = (await call("GET", "channels")) as { items: { id: number }[] };
  const forwarding = (await call("PUT", "imports/parallel/forwarding", {
    channel_id: items[0]?.id,
    url: `${oldSystem.url}/in`,
  })) as Forwarding;
  return `http://127.0.0.1:${port}${new URL(forwarding.answers_url).pathname}`;
}

function startLoad(port: number, answersUrl: string) {
  const inboundUrl = `http://127.0.0.1:${port}/channel/k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234`;
  const sent = new Map(customers.map((customer) => [customer, [] as string[]]));
  const answered = new Map(customers.map((customer) => [customer, [] as string[]]));
  let isRunning = true;
  /** Repeats a request until it is acknowledged, as both sides of the channel do. */
  const post = async (url: string, id: string, body: object): Promise<void> => {
    for (;;) {
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": id },
          body: JSON.stringify(body),
        });
        if (response.ok) return;
      } catch {
        // The server is down.
      }
      await pause(20);
    }
  };
  const run = async (customer: string): Promise<void> => {
    for (let n = 0; isRunning; n++) {
      const text = `${customer}-${n}`;
      const message = { type: "text", id: text, text };
      await post(inboundUrl, text, { sender: { id: customer }, message });
      sent.get(customer)?.push(text);
      const answer = { sender: { name: "Ines" }, recipient: { id: customer }, message };
      await post(answersUrl, text, answer);
      if (n % 3 === 0) await post(answersUrl, text, answer);
      answered.get(customer)?.push(text);
      await pause(60);
    }
  };
  const running = customers.map(run);
  return {
    sent,
    answered,
    count: () => [...answered.values()].flat().length,
    async stop(): Promise<void> {
      isRunning = false;
      await Promise.all(running);
    },
  };
}

/** Returns the texts by customer, each id once, in the order of the first arrivals. */
function toTexts(
  at: FakeIntegrator,
  side: "sender" | "recipient",
  idHeader: string,
): ReadonlyMap<string, readonly string[]> {
  const seen = new Set<string>();
  const texts = new Map<string, string[]>();
  for (const { headers, body } of at.messages()) {
    const id = String(headers[idHeader]);
    if (seen.has(id)) continue;
    seen.add(id);
    const { [side]: person, message } = JSON.parse(body) as Record<string, any>;
    const customer = String(person.id);
    texts.set(customer, [...(texts.get(customer) ?? []), message["text"]]);
  }
  return texts;
}
const countIds = (received: readonly ReceivedRequest[], idHeader: string): number =>
  new Set(received.map(({ headers }) => headers[idHeader])).size;

const findWrong = (
  side: string,
  expected: ReadonlyMap<string, readonly string[]>,
  actual: ReadonlyMap<string, readonly string[]>,
): readonly string[] =>
  customers.flatMap((customer) => {
    const [want, got] = [expected.get(customer) ?? [], actual.get(customer) ?? []];
    const at = want.findIndex((text, n) => got[n] !== text);
    return at === -1 && got.length === want.length
      ? []
      : [`${side} ${customer}: ${want.length} expected, ${got.length} there, differs at ${at}`];
  });
