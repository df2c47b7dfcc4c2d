import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testTimeoutMs } from "../../timeouts.ts";
import { queryRedis, startRedisProcess, startTestRedis, type TestRedis } from "./server.ts";

/** A master, its replicas, and Sentinels that replace a lost master. */
export interface TestSentinels {
  /** Value of REDIS_URL. */
  readonly url: string;
  /** The first one is the master at the start. */
  readonly servers: readonly TestRedis[];
  readonly sentinels: readonly TestRedis[];
  /** Returns the server that most Sentinels name as master, or null. */
  readMaster(): Promise<TestRedis | null>;
  /** Waits until most Sentinels name another master than this one. Returns it. */
  waitForMasterOtherThan(server: TestRedis): Promise<TestRedis>;
  close(): Promise<void>;
}

const master = "mymaster";

/** Starts three servers and three Sentinels, of which two must agree that the master is lost. */
export async function startTestSentinels({
  password,
  downAfterMs = 500,
}: {
  readonly password?: string;
  /** Silence after which a server counts as lost, in milliseconds. */
  readonly downAfterMs?: number;
} = {}): Promise<TestSentinels> {
  const first = await startTestRedis({ password });
  const replica = (): Promise<TestRedis> => startTestRedis({ password, masterPort: first.port });
  const servers = [first, await replica(), await replica()];
  const lines = [
    `sentinel monitor ${master} 127.0.0.1 ${first.port} 2`,
    `sentinel down-after-milliseconds ${master} ${downAfterMs}`,
    `sentinel failover-timeout ${master} 3000`,
    ...(password === undefined ? [] : [`sentinel auth-pass ${master} ${password}`]),
  ];
  const startSentinel = (): Promise<TestRedis> =>
    startRedisProcess({
      password: undefined,
      buildSettings(folder) {
        // Sentinels rewrite their file.
        const file = join(folder, "sentinel.conf");
        writeFileSync(file, `${lines.join("\n")}\n`);
        return [file, "--sentinel"];
      },
    });
  const sentinels = [await startSentinel(), await startSentinel(), await startSentinel()];

  const askSentinel = async (port: number, command: string): Promise<readonly string[]> =>
    queryRedis({ port, password: undefined, command }).catch(() => []);
  const readMaster = async (): Promise<TestRedis | null> => {
    const answers = await Promise.all(
      sentinels.map(({ port }) => askSentinel(port, `SENTINEL get-master-addr-by-name ${master}`)),
    );
    const ports = answers.map((answer) => answer[4]);
    const isNamed = ({ port }: TestRedis): boolean =>
      ports.filter((named) => named === `${port}`).length * 2 > sentinels.length;
    return servers.find(isNamed) ?? null;
  };
  /** Sentinels replace a master only after they know each other and the replicas. */
  const isComplete = async (): Promise<boolean> => {
    const answers = await Promise.all(
      sentinels.map(({ port }) => askSentinel(port, `SENTINEL master ${master}`)),
    );
    const read = (answer: readonly string[], name: string): string | undefined =>
      answer[answer.indexOf(name) + 2];
    return answers.every(
      (answer) =>
        read(answer, "num-slaves") === `${servers.length - 1}` &&
        read(answer, "num-other-sentinels") === `${sentinels.length - 1}`,
    );
  };
  await waitFor("the Sentinels do not find each other", isComplete);
  return {
    url: `redis+sentinel://${password === undefined ? "" : `:${password}@`}${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${master}`,
    servers,
    sentinels,
    readMaster,
    async waitForMasterOtherThan(server) {
      let found: TestRedis | null = null;
      await waitFor("the Sentinels name no other master", async () => {
        found = await readMaster();
        return found !== null && found !== server;
      });
      return found ?? server;
    },
    async close() {
      await Promise.all([...sentinels, ...servers].map((server) => server.close()));
    },
  };
}

async function waitFor(failure: string, isMet: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + testTimeoutMs; !(await isMet());) {
    if (performance.now() > end) throw new Error(failure);
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}
