import { fileURLToPath } from "node:url";
import type { Channel, Message } from "@parlour/protocol";
import type { WidgetServerFrame } from "@parlour/protocol/widget";
import {
  findFreePort,
  createTestDatabase,
  createPreparedDataDir,
  readStoredMessages,
  removeDataDir,
  startServerProcess,
  writeProvisioningFile,
} from "@parlour/testkit";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { createHello } from "./widget-fixture.ts";

/**
 * Number of server kills (reliability.md 4.1). `KILL_CYCLES` raises it. Acknowledged messages of
 * chat windows must be stored once and in order.
 */
const killCount = Math.max(2, Math.floor(Number(process.env["KILL_CYCLES"] ?? 0)));
const apiKey = `pk_test_${"0".repeat(32)}`;
const crashMain = fileURLToPath(new URL("../../testkit/src/crashing-server.ts", import.meta.url));

test(`[CORE-042] [CORE-044] [WG-082] [WG-086] [P1] [P3] ${killCount} kills in the middle: nothing a window was told is lost, nothing stands twice, the order is kept`, async () => {
  // Only servers are killed, so the test can use the shared database server.
  const database = await createTestDatabase();
  const dataDir = createPreparedDataDir();
  const port = await findFreePort();
  const limits =
    "visitor_per_second: 1000, visitor_burst: 1000, socket_frames_per_second: 1000, new_chats_per_minute: 1000";
  const file = writeProvisioningFile(dataDir, {
    key: apiKey,
    extraYaml: `limits: { ${limits} }\n`,
  });
  const steps = [
    "batch_decided",
    "batch_sent",
    "batch_committed",
    "batch_published",
    "batch_answered",
  ];
  const env = { PARLOUR_CONFIG: file, DATABASE_URL: database.url };
  // 5 steps and 41 batches have no common divisor, so 205 kills are all different.
  const start = (n: number) =>
    startServerProcess({
      dataDir,
      port,
      entry: crashMain,
      env: { ...env, CRASH_AT: `${steps[n % steps.length]}:${40 + (n % 41)}` },
    });
  let product = await start(0);
  const visitors: LoadVisitor[] = [];
  try {
    const created = await fetch(`${product.url}/api/v1/channels`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ kind: "widget", name: "Site", operators: [1] }),
    });
    const { public_id: widgetId } = (await created.json()) as Channel;
    for (let i = 0; i < 6; i++)
      visitors.push(new LoadVisitor(`ws://127.0.0.1:${port}/widget/socket`, widgetId, `v${i}`));
    for (let n = 0; n < killCount; n++) {
      if (n > 0) product = await start(n);
      expect(await product.exited).toBe("SIGKILL");
    }
    product = await startServerProcess({ dataDir, port, env });
    await Promise.all(visitors.map((visitor) => visitor.stop()));
    const stored = [...(await readStoredMessages(`${product.url}/api/v1`, apiKey)).values()];
    for (const visitor of visitors) {
      const texts = (list: readonly Message[]): string[] =>
        list.filter(({ author }) => author.kind === "visitor").map(({ text }) => text);
      const visitorChats = stored
        .map(texts)
        .filter(([first]) => first?.startsWith(`${visitor.name} `));
      expect(visitorChats, `one chat of ${visitor.name}`).toHaveLength(1);
      // All messages were acknowledged in the end, so each is stored once and in order.
      expect(visitorChats[0]).toEqual(visitor.sentMessages);
      expect(visitor.numbers.size).toBe(1);
    }
    expect(
      visitors.reduce((sum, { sentMessages }) => sum + sentMessages.length, 0),
    ).toBeGreaterThan(killCount * 20);
  } finally {
    for (const visitor of visitors) visitor.disconnect();
    await product.stop();
    await database.drop();
    removeDataDir(dataDir);
  }
}, 1_200_000);

/**
 * Sends messages one after another. Repeats an unanswered message after each reconnect, as a chat
 * window does.
 */
class LoadVisitor {
  readonly sentMessages: string[] = [];
  readonly numbers = new Set<number>();
  readonly name: string;
  readonly #url: string;
  readonly #widgetId: string;
  readonly #done: Promise<void>;
  #token: string | null = null;
  #ws: WebSocket | null = null;
  #isStopping = false;
  #isDropped = false;

  constructor(url: string, widgetId: string, name: string) {
    this.#url = url;
    this.#widgetId = widgetId;
    this.name = name;
    this.#done = this.#run();
  }
  /** Stops sending. Resolves when the last message has a response. */
  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#done;
  }
  disconnect(): void {
    this.#isDropped = true;
    this.#ws?.terminate();
  }
  async #run(): Promise<void> {
    let waiting: string | null = null;
    while (!this.#isDropped) {
      const connection = await this.#connect();
      if (connection === null) continue;
      for (;;) {
        if (waiting === null) {
          if (this.#isStopping) return connection.ws.terminate();
          waiting = `${this.name} ${this.sentMessages.length}`;
          this.sentMessages.push(waiting);
        }
        connection.ws.send(
          JSON.stringify({ type: "say", ref: waiting.replace(" ", "-"), text: waiting }),
        );
        if (!(await connection.answered())) {
          connection.ws.terminate();
          break;
        }
        waiting = null;
      }
    }
  }
  /** Connects and waits for `welcome`. Resolves to null if the server does not respond. */
  async #connect(): Promise<{ readonly ws: WebSocket; answered(): Promise<boolean> } | null> {
    const ws = new WebSocket(this.#url);
    this.#ws = ws;
    ws.on("error", () => undefined);
    let onAnswer: (isDone: boolean) => void = () => undefined;
    let isGone = false;
    ws.on("close", () => {
      isGone = true;
      onAnswer(false);
    });
    const welcomed = new Promise<boolean>((resolve) => {
      onAnswer = resolve;
    });
    ws.on("open", () =>
      ws.send(JSON.stringify(createHello(this.#widgetId, { token: this.#token }))),
    );
    ws.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString("utf8")) as WidgetServerFrame;
      if (frame.type === "welcome") {
        this.#token = frame.token ?? this.#token;
        this.numbers.add(frame.number);
        onAnswer(true);
      } else if (frame.type === "done") onAnswer(true);
      else if (frame.type === "failed") onAnswer(false);
    });
    if (!(await welcomed)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return null;
    }
    return {
      ws,
      answered: () =>
        isGone
          ? Promise.resolve(false)
          : new Promise<boolean>((resolve) => void (onAnswer = resolve)),
    };
  }
}
