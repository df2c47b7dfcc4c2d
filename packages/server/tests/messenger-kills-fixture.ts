import { fileURLToPath } from "node:url";
import type { Channel, Message } from "@parlour/protocol";
import {
  createPreparedDataDir,
  createSeededRandom,
  findFreePort,
  readStoredMessages,
  removeDataDir,
  startServerProcess,
  writeProvisioningFile,
  type ServerProcess,
} from "@parlour/testkit";
import { apiKey } from "./crash-fixture.ts";

const crashingServerPath = fileURLToPath(
  new URL("../../testkit/src/crashing-server.ts", import.meta.url),
);
/** Steps of a delivery attempt, at which every second kill happens. */
const crashPoints = ["dialled:4", "answered:4", "reported:4", "claimed:4"];
const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A customer of a messenger who writes and receives. Their texts begin with `key`. */
interface KillsCustomer {
  readonly key: string;
  write(text: string): void;
  received(): readonly string[];
}
interface KillsOptions {
  readonly kills: number;
  readonly host: string;
  readonly customers: readonly KillsCustomer[];
  readonly env: Readonly<Record<string, string>>;
  /** Called once the server runs. */
  readonly connect: (
    port: number,
    createChannel: (channel: object) => Promise<Channel>,
  ) => Promise<void>;
  /** Number of messages of customers and receipts that the service still sends. */
  readonly pending: () => number;
}
export interface KillFindings {
  readonly lost: string[];
  readonly twice: string[];
  readonly disordered: string[];
  /** Answers that arrived twice because a kill interrupted their attempt. */
  readonly repeated: string[];
  readonly messages: number;
  readonly answers: number;
}

/**
 * Kills the server while customers of a messenger write and an operator answers: at any moment and
 * at the steps of an attempt, every fourth time together with the database.
 */
export async function runKills(options: KillsOptions): Promise<KillFindings> {
  const port = await findFreePort();
  const api = `http://127.0.0.1:${port}/api/v1`;
  const dataDir = createPreparedDataDir();
  const file = writeProvisioningFile(dataDir, { key: apiKey, egressAllow: [options.host] });
  const start = (crashAt?: string): Promise<ServerProcess> =>
    startServerProcess({
      dataDir,
      port,
      env: { PARLOUR_CONFIG: file, ...options.env, ...(crashAt && { CRASH_AT: crashAt }) },
      ...(crashAt && { entry: crashingServerPath }),
    });
  const random = createSeededRandom(43);
  let server = await start();
  await options.connect(port, (channel) => createChannel(api, channel));
  const load = startLoad(options.customers, api);
  try {
    for (let n = 0; n < options.kills; n++) {
      const before = load.answers.size;
      while (load.answers.size < before + options.customers.length) await pause(50);
      await pause(random() * 1_000);
      if (n % 2 === 0) await server.kill(n % 4 === 2 ? "both" : "server");
      else {
        await server.stop();
        server = await start(crashPoints[(n >> 1) % crashPoints.length]);
        await server.exited;
      }
      server = await start();
    }
    await pause(2_000);
    await load.stop();
    while (options.pending() > 0) await pause(100);
    await waitUntilDelivered(api);
    const chats = [...(await readStoredMessages(api, apiKey)).values()];
    return await compare(options.customers, load, { chats, api });
  } finally {
    await load.stop();
    await server.stop();
    removeDataDir(dataDir);
  }
}

async function createChannel(api: string, channel: object): Promise<Channel> {
  const read = async (path: string, init: object = {}) =>
    (await (await fetch(`${api}/${path}`, { headers, ...init })).json()) as Record<string, any>;
  const me = await read("me");
  const body = { name: "Messenger", operators: [me["id"] ?? me["operator"].id], ...channel };
  const created = await read("channels", { method: "POST", body: JSON.stringify(body) });
  if (created["public_id"] === undefined) throw new Error(JSON.stringify(created));
  return created as Channel;
}

interface KillsLoad {
  readonly sent: ReadonlyMap<string, readonly string[]>;
  /** Texts of acknowledged answers. */
  readonly answers: ReadonlySet<string>;
  stop(): Promise<void>;
}

function startLoad(customers: readonly KillsCustomer[], api: string): KillsLoad {
  let isRunning = true;
  const answers = new Set<string>();
  const sent = new Map(customers.map(({ key }) => [key, [] as string[]]));
  const write = async (customer: KillsCustomer): Promise<void> => {
    const { key } = customer;
    for (let n = 0; isRunning; n++) {
      const text = `${key} ${n}`;
      sent.get(key)?.push(text);
      customer.write(text);
      await pause(150);
    }
  };
  const post = async (path: string, body: object): Promise<boolean> => {
    try {
      const signal = AbortSignal.timeout(20_000);
      const init = { method: "POST", headers, body: JSON.stringify(body), signal };
      const response = await fetch(`${api}/${path}`, init);
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  };
  const answer = async (): Promise<void> => {
    for (let n = 0; isRunning; n++) {
      for (const { id, state } of await listChats(api)) {
        if (state === "waiting") await post(`chats/${id}/accept`, {});
        const text = `answer ${id} ${n}`;
        const body = { kind: "text", text, client_id: `a-${id}-${n}` };
        while (isRunning && !(await post(`chats/${id}/messages`, body))) await pause(50);
        if (isRunning) answers.add(text);
      }
      await pause(300);
    }
  };
  const running = Promise.all([...customers.map(write), answer()]);
  return {
    sent,
    answers,
    async stop() {
      isRunning = false;
      await running;
    },
  };
}

async function listChats(api: string): Promise<readonly { id: number; state: string }[]> {
  try {
    const response = await fetch(`${api}/chats?limit=50`, { headers });
    return response.ok ? ((await response.json()) as { items: [] }).items : [];
  } catch {
    return [];
  }
}

async function waitUntilDelivered(api: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${api}/deliveries?state=pending&limit=1`, { headers });
    if (((await response.json()) as { items: unknown[] }).items.length === 0) return;
    await pause(200);
  }
}

/** Compares what was written and answered with what was stored and received. */
async function compare(
  customers: readonly KillsCustomer[],
  { sent, answers }: KillsLoad,
  { chats, api }: { readonly chats: readonly (readonly Message[])[]; readonly api: string },
): Promise<KillFindings> {
  const [lost, twice, disordered, repeated]: string[][] = [[], [], [], []];
  const received = customers.flatMap((customer) => customer.received());
  const count = (list: readonly string[], text: string) =>
    list.filter((one) => one === text).length;
  const of = (messages: readonly Message[], kind: string) =>
    messages.filter(({ author }) => author.kind === kind);
  const stored = of(chats.flat(), "visitor").map(({ text }) => text);
  for (const [key, texts] of sent) {
    const own = stored.filter((text) => text.startsWith(`${key} `));
    for (const text of texts) {
      if (!own.includes(text)) lost?.push(text);
      if (count(own, text) > 1) twice?.push(text);
    }
    if (own.some((text, n) => text !== texts[n])) disordered?.push(`messages of ${key}`);
  }
  for (const text of answers) if (!received.includes(text)) lost?.push(text);
  for (const messages of chats) {
    const order = of(messages, "operator").map(({ text }) => text);
    const arrived = [...new Set(received)].filter((text) => order.includes(text));
    if (arrived.some((text, n) => text !== order[n])) disordered?.push(`${order[0]}`);
    for (const message of of(messages, "operator"))
      if (count(received, message.text) > 1)
        ((await wasInterrupted(api, message)) ? repeated : twice)?.push(message.text);
  }
  const messages = [...sent.values()].flat().length;
  return {
    lost: lost ?? [],
    twice: twice ?? [],
    disordered: disordered ?? [],
    repeated: repeated ?? [],
    messages,
    answers: answers.size,
  };
}

async function wasInterrupted(api: string, { delivery }: Message): Promise<boolean> {
  const response = await fetch(`${api}/deliveries/${delivery?.id}`, { headers });
  const { attempts_made: attempts } = (await response.json()) as {
    attempts_made: { outcome: string }[];
  };
  return attempts.some(({ outcome }) => outcome === "interrupted");
}
