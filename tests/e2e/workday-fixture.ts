import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  findFreePort,
  createDataDir,
  removeDataDir,
  startIntegrator,
  startServerProcess,
  startBotProvider,
  startFaultProxy,
  startWebhookReceiver,
  type FaultProxy,
  type FakeIntegrator,
  type FakeBotProvider,
  type FakeWebhook,
} from "@parlour/testkit";
import type { Bot, Webhook } from "@parlour/protocol/api";
import { setTimeout as pause } from "node:timers/promises";

/**
 * The installation of the simulated working day: the server as a process behind a proxy that can
 * fail, and the servers of all integrators.
 */
export interface WorkdayFixture {
  /** The URL that browsers and visitors use. */
  readonly url: string;
  readonly api: string;
  readonly key: string;
  readonly inboundUrl: string;
  readonly widget: string;
  readonly webhookEndpoint: number;
  readonly integrator: FakeIntegrator;
  readonly provider: FakeBotProvider;
  readonly receiver: FakeWebhook;
  readonly proxy: FaultProxy;
  /** Reads from the API as the owner. */
  call<T>(path: string): Promise<T>;
  /** The bot's greetings that the server confirmed, by chat. */
  readonly botGreetings: ReadonlyMap<string, string>;
  /** Kills server and database with SIGKILL; `start` then uses the same data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export const password = "correct horse battery staple";
export const operatorNames = ["Ann", "Ben", "Cleo"] as const;
export const getEmail = (name: string): string => `${name.toLowerCase()}@example.test`;
const apiKey = `pk_test_${"0".repeat(32)}`;
const channelPath = "k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234";
const widgetId = "WiDgEt1234";
/** Delay before a failed request is retried. */
export const retryDelayMs = 100;
export const minutes = 60_000;

/** Polls until `condition` returns true; the error of a timeout uses `describe`. */
export async function waitUntil(
  condition: () => boolean,
  describe: () => string,
  withinMs = 3 * minutes,
): Promise<void> {
  for (const end = Date.now() + withinMs; !condition(); await pause(25))
    if (Date.now() > end) throw new Error(`never: ${describe()}`);
}

/** `random`: seeded random numbers for the faults of the webhook receiver. */
export async function openWorkdayFixture(random: () => number): Promise<WorkdayFixture> {
  const [integrator, provider, receiver, port] = await Promise.all([
    startIntegrator(),
    startBotProvider(),
    startWebhookReceiver(),
    findFreePort(),
  ]);
  const proxy = await startFaultProxy(port);
  const dataDir = createDataDir();
  const url = `http://127.0.0.1:${proxy.port}`;
  const api = `${url}/api/v1`;
  const file = `version: 1
account: { name: Acme }
operators:
${operatorNames.map((name, n) => `  - { email: ${getEmail(name)}, name: ${name}, password: "${password}", role: ${n === 0 ? "owner" : "operator"} }`).join("\n")}
api_keys:
  - { name: tests, key: ${apiKey}, operator: ann@example.test, scopes: ["*"] }
channels:
  - { kind: api, name: Messenger, public_id: AbCdEf1234, random_string: k3yk3yk3yk3yk3yk3yk3yk3y, endpoint_url: "${integrator.url}/chat", operators: [${operatorNames.map(getEmail).join(", ")}] }
  - { kind: widget, name: Shop, public_id: ${widgetId}, calls: true }
bot_providers:
  - { id: answerly, name: Answerly }
bots:
  - { provider: answerly, token: tk_8sJ2mQpXv4Lr9ZbN6wTc3Y, name: Shop assistant, endpoint_url: "${provider.endpoint}", channels: [AbCdEf1234], invite_wait_s: 600 }
webhooks:
  - { url: "${receiver.url}/crm" }
calls: { enabled: true }
egress: { allow: ["127.0.0.1:${integrator.port}", "${provider.host}", "127.0.0.1:${receiver.port}"] }
limits: { new_chats_per_minute: 100000, new_visitors_per_minute: 100000, offline_per_minute: 1000, calls_per_hour: 1000, uploads_per_minute: 1000 }
`;
  writeFileSync(join(dataDir, "parlour.yaml"), file, { mode: 0o600 });
  const start = () =>
    startServerProcess({
      dataDir,
      port,
      withinMs: 120_000,
      env: { PARLOUR_CONFIG: join(dataDir, "parlour.yaml"), PUBLIC_URL: url, LOG_LEVEL: "fatal" },
    });
  let serverProcess = await start();
  const call = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${api}${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
    return (await response.json()) as T;
  };
  const [bots, hooks] = await Promise.all([
    call<{ items: Bot[] }>("/bots"),
    call<{ items: Webhook[] }>("/webhooks"),
  ]);
  const botGreetings = startBotReplies(
    provider,
    `${url}${new URL(bots.items[0]?.address ?? "").pathname}`,
  );
  receiver.setMode(() => {
    const luck = random();
    if (luck < 0.04) return { busy: "1" };
    if (luck < 0.07) return "down";
    return luck < 0.09 ? { status: 500 } : "ok";
  });
  return {
    url,
    api,
    key: apiKey,
    inboundUrl: `${url}/channel/${channelPath}`,
    widget: widgetId,
    webhookEndpoint: hooks.items[0]?.endpoint_id ?? 0,
    integrator,
    provider,
    receiver,
    proxy,
    call,
    botGreetings,
    kill: () => serverProcess.kill("both"),
    async start() {
      serverProcess = await start();
    },
    async close() {
      await serverProcess.stop();
      await Promise.all([proxy.close(), integrator.close(), provider.close(), receiver.close()]);
      removeDataDir(dataDir);
    },
  };
}

/**
 * Greets once per chat, then requests an operator, and again each time none is available. Retries
 * each event until it is answered.
 */
function startBotReplies(provider: FakeBotProvider, address: string): ReadonlyMap<string, string> {
  const greetings = new Map<string, string>();
  const greeted = new Set<string>();
  const post = async (body: object): Promise<number> => {
    for (;;) {
      const status = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then(
        async (answer) => (await answer.text(), answer.status),
        () => 0,
      );
      if (status > 0 && status < 500) return status;
      await pause(retryDelayMs);
    }
  };
  let inviteCount = 0;
  provider.respondWith(({ body: { event, client_id, chat_id } }) => {
    const invite = async (): Promise<void> =>
      void (await post({ event: "INVITE_AGENT", id: `i${++inviteCount}`, client_id, chat_id }));
    const greet = async (): Promise<void> => {
      const text = `One moment, I call a colleague (${chat_id}).`;
      const message = { type: "TEXT", text, timestamp: Math.floor(Date.now() / 1000) };
      if (
        (await post({ event: "BOT_MESSAGE", id: `g${chat_id}`, client_id, chat_id, message })) ===
        200
      )
        greetings.set(chat_id, text);
      await invite();
    };
    if (event === "CLIENT_MESSAGE" && !greeted.has(chat_id)) {
      greeted.add(chat_id);
      void greet();
    } else if (event === "AGENT_UNAVAILABLE") void pause(1_000).then(invite);
    return "ok";
  });
  return greetings;
}
