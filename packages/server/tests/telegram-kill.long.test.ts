import type { Message } from "@parlour/protocol";
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
import { expect, test } from "vitest";
import {
  startTelegramService,
  type AppUser,
  type TelegramBot,
} from "../../lab/src/services/telegram/index.ts";
import { apiKey } from "./crash-fixture.ts";

/**
 * Kills the server with SIGKILL while visitors write and operators answer, by webhook and by
 * polling: 20 kills together.
 */
const killsPerMode = 10;
const userCount = 6;
const publicUrl = "https://chat.example.com";
const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test.each(["polling", "webhook"] as const)(
  `[TG-010] [TG-014] [TG-042] [CON-030] ${killsPerMode} kills with %s: nothing is lost, nothing arrives twice, and each chat keeps its order`,
  async (mode) => {
    const port = await findFreePort();
    const telegram = await startTelegramService({
      retryMs: 200,
      resolveUrl: (url) => url.replace(publicUrl, `http://127.0.0.1:${port}`),
    });
    const bot = telegram.addBot();
    const dataDir = createPreparedDataDir();
    const file = writeProvisioningFile(dataDir, {
      key: apiKey,
      egressAllow: [telegram.host],
      extraYaml: `channels:
  - { kind: telegram, name: Bot, operators: [ann@example.test], settings: { bot_token: "${bot.token}" } }
`,
    });
    const env = {
      PARLOUR_CONFIG: file,
      TELEGRAM_API_URL: telegram.url,
      ...(mode === "webhook" ? { PUBLIC_URL: publicUrl } : {}),
    };
    const api = `http://127.0.0.1:${port}/api/v1`;
    const random = createSeededRandom(mode === "webhook" ? 24 : 170);
    const load = startTelegramLoad(bot, api);
    let server: ServerProcess | null = null;
    try {
      for (let n = 0; n < killsPerMode; n++) {
        server = await startServerProcess({ dataDir, port, env });
        const before = load.countAcknowledged();
        while (load.countAcknowledged() < before + userCount) await pause(50);
        await pause(random() * 2_000);
        await server.kill(n % 3 === 2 ? "both" : "server");
      }
      server = await startServerProcess({ dataDir, port, env });
      await load.stop();
      await telegram.waitUntil(() => bot.pendingUpdates.length === 0, 120_000);
      await waitUntilDelivered(api);
      const stored = await readStoredMessages(api, apiKey);
      const findings = await compare(load, [...stored.values()], api);
      console.log(
        `${mode}: ${load.users.reduce((sum, { sent }) => sum + sent.length, 0)} messages, ${load.countAcknowledged()} answers, ${findings.repeated.length} answers twice after an interrupted attempt`,
      );
      expect(findings).toMatchObject({ lost: [], twice: [], disordered: [] });
      // The Bot API has no idempotency key, so an attempt that a kill interrupts may repeat. A kill
      // interrupts at most one attempt per chat.
      expect(findings.repeated.length).toBeLessThan(killsPerMode);
    } finally {
      await load.stop();
      await server?.stop();
      await telegram.close();
      removeDataDir(dataDir);
    }
  },
  600_000,
);

interface LoadUser {
  readonly user: AppUser;
  readonly sent: string[];
}
interface TelegramLoad {
  readonly users: readonly LoadUser[];
  /** Texts of acknowledged answers. */
  readonly answers: ReadonlySet<string>;
  countAcknowledged(): number;
  stop(): Promise<void>;
}

/** Lets users write, and an operator answer each chat, until stopped. */
function startTelegramLoad(bot: TelegramBot, api: string): TelegramLoad {
  let isRunning = true;
  const answers = new Set<string>();
  const users = Array.from({ length: userCount }, (_, n) => ({
    user: bot.addUser({ id: 700 + n, first_name: `User ${n}` }),
    sent: [] as string[],
  }));
  const write = async ({ user, sent }: LoadUser): Promise<void> => {
    while (isRunning) {
      const text = `${user.id} ${sent.length}`;
      sent.push(text);
      user.write(text);
      await pause(120);
    }
  };
  const post = async (path: string, body: object): Promise<boolean> => {
    try {
      const response = await fetch(`${api}/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  };
  const answer = async (): Promise<void> => {
    for (let n = 0; isRunning; n++) {
      const chats = await listChats(api);
      for (const { id, state } of chats) {
        if (state === "waiting") await post(`chats/${id}/accept`, {});
        const text = `answer ${id} ${n}`;
        const body = { kind: "text", text, client_id: `a-${id}-${n}` };
        while (isRunning && !(await post(`chats/${id}/messages`, body))) await pause(50);
        if (isRunning) answers.add(text);
      }
      await pause(400);
    }
  };
  const running = Promise.all([...users.map(write), answer()]);
  return {
    users,
    answers,
    countAcknowledged: () => answers.size,
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

interface Findings {
  readonly lost: string[];
  readonly twice: string[];
  readonly disordered: string[];
  /** Answers that arrived twice because a kill interrupted their attempt. */
  readonly repeated: string[];
}

/** Compares what was written and answered with what was stored and received. */
async function compare(
  { users, answers }: TelegramLoad,
  chats: readonly (readonly Message[])[],
  api: string,
): Promise<Findings> {
  const findings: Findings = { lost: [], twice: [], disordered: [], repeated: [] };
  const stored = chats.flat();
  const received = users.flatMap(({ user }) => user.received.map(({ text }) => String(text)));
  const countOf = (list: readonly string[], text: string) =>
    list.filter((one) => one === text).length;
  const visitorTexts = stored
    .filter(({ author }) => author.kind === "visitor")
    .map(({ text }) => text);
  for (const { sent, user } of users) {
    const own = visitorTexts.filter((text) => text.startsWith(`${user.id} `));
    for (const text of sent) {
      const count = countOf(own, text);
      if (count === 0) findings.lost.push(text);
      if (count > 1) findings.twice.push(text);
    }
    if (own.some((text, n) => text !== sent[n])) findings.disordered.push(`messages of ${user.id}`);
  }
  for (const text of answers) if (!received.includes(text)) findings.lost.push(text);
  for (const messages of chats) {
    const order = messages
      .filter(({ author }) => author.kind === "operator")
      .map(({ text }) => text);
    const arrived = [...new Set(received)].filter((text) => order.includes(text));
    if (arrived.some((text, n) => text !== order[n])) findings.disordered.push(`${order[0]}`);
    for (const message of messages.filter(({ author }) => author.kind === "operator"))
      if (countOf(received, message.text) > 1)
        ((await wasInterrupted(api, message)) ? findings.repeated : findings.twice).push(
          message.text,
        );
  }
  return findings;
}

async function wasInterrupted(api: string, { delivery }: Message): Promise<boolean> {
  const response = await fetch(`${api}/deliveries/${delivery?.id}`, { headers });
  const { attempts_made: attempts } = (await response.json()) as {
    attempts_made: { outcome: string }[];
  };
  return attempts.some(({ outcome }) => outcome === "interrupted");
}
