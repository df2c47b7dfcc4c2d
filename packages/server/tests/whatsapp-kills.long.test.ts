import { fileURLToPath } from "node:url";
import type { Message } from "@parlour/protocol";
import {
  createPreparedDataDir,
  createSeededRandom,
  findFreePort,
  removeDataDir,
  startServerProcess,
  writeProvisioningFile,
  type ServerProcess,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  startWhatsAppService,
  type LabCustomer,
  type WhatsAppService,
} from "../../lab/src/services/whatsapp/index.ts";

/**
 * Kills the server while customers and operators write on WhatsApp, at any moment and at the steps
 * of a delivery attempt. The database is killed too in every second cycle.
 */
const cycles = Number(process.env["KILL_CYCLES"] ?? 20);
const apiKey = `pk_test_${"0".repeat(32)}`;
const crashingServerPath = fileURLToPath(
  new URL("../../testkit/src/crashing-server.ts", import.meta.url),
);
const crashPoints = ["dialled:4", "answered:4", "reported:4", "claimed:4"];
const customers: readonly LabCustomer[] = Array.from({ length: 6 }, (_, n) => ({
  name: `Customer ${n}`,
  phone: `4917000000${n}`,
  userId: `DE.100${n}`,
}));

let service: WhatsAppService;
let dataDir: string;
let port: number;
let server: ServerProcess | null = null;
beforeAll(async () => {
  service = await startWhatsAppService({ statuses: ["sent", "delivered"], retryMs: 100 });
  dataDir = createPreparedDataDir();
  port = await findFreePort();
});
afterAll(async () => {
  await server?.stop();
  await service.close();
  removeDataDir(dataDir);
});

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as any };
}
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** Repeats a request until the server answers it, as a client does that lost the connection. */
async function repeat<T>(request: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const result = await request().catch(() => null);
    if (result !== null) return result;
    await pause(50);
  }
}

test(
  `[WA-013] [WA-041] [CON-030] [P1] [P3] [P5] ${cycles} kills with both directions under load: nothing is lost, nothing is sent or stored twice, and each customer's order is kept`,
  async () => {
    const random = createSeededRandom(20_261_126);
    const file = writeProvisioningFile(dataDir, {
      key: apiKey,
      egressAllow: [new URL(service.url).host],
    });
    const env = { PARLOUR_CONFIG: file, WHATSAPP_API_URL: service.url };
    const start = (crashAt?: string): Promise<ServerProcess> =>
      startServerProcess({
        dataDir,
        port,
        env: { ...env, ...(crashAt === undefined ? {} : { CRASH_AT: crashAt }) },
        ...(crashAt === undefined ? {} : { entry: crashingServerPath }),
      });
    server = await start();
    await createChannel();

    let isStopped = false;
    const received = new Map(customers.map(({ userId }) => [userId, [] as string[]]));
    const replied = new Map(customers.map(({ userId }) => [userId, [] as string[]]));
    const write = async (customer: LabCustomer): Promise<void> => {
      const texts = received.get(customer.userId);
      for (let n = 0; !isStopped; n += 1) {
        await service.receive(customer, { type: "text", text: { body: `in ${n}` } });
        texts?.push(`in ${n}`);
        await pause(100);
      }
    };
    const reply = async (customer: LabCustomer): Promise<void> => {
      const texts = replied.get(customer.userId);
      const chatId = await repeat(() => findChat(customer));
      for (let n = 0; !isStopped; n += 1) {
        const text = `out ${n}`;
        const body = { kind: "text", text, client_id: `${customer.userId}-${n}` };
        await repeat(async () => {
          const { status } = await call("POST", `chats/${chatId}/messages`, body);
          return status < 300 ? true : null;
        });
        texts?.push(text);
        await pause(150);
      }
    };
    const load = customers.flatMap((customer) => [write(customer), reply(customer)]);
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await pause(500 + random() * 1_500);
      const point = crashPoints[cycle % crashPoints.length];
      if (cycle % 2 === 0) await server.kill(cycle % 4 === 0 ? "both" : "server");
      else {
        await server.stop();
        server = await start(point);
        expect(await server.exited, point).toBe("SIGKILL");
      }
      server = await start();
    }
    await pause(2_000);
    isStopped = true;
    await Promise.all(load);
    await expect
      .poll(
        async () =>
          service.webhooks.pending() +
          (await call("GET", "deliveries?state=pending&limit=1")).body.items.length,
        { timeout: 120_000 },
      )
      .toBe(0);

    for (const customer of customers) {
      const messages = await readMessages(await repeat(() => findChat(customer)));
      const of = (kind: string) =>
        messages.filter(({ author }) => author.kind === kind).map(({ text }) => text);
      expect(of("visitor"), customer.name).toEqual(received.get(customer.userId));
      const sent = service.messages.filter(({ recipient }) => recipient === customer.userId);
      expect(sent.map(({ body }) => (body["text"] as { body: string }).body)).toEqual(
        replied.get(customer.userId),
      );
      expect(of("operator")).toEqual(replied.get(customer.userId));
      const replies = messages.filter(({ author }) => author.kind === "operator");
      expect(replies.every(({ delivery }) => delivery?.state === "delivered")).toBe(true);
      expect(replies.at(-1)).toHaveProperty("received_at");
    }
    const count = (of: typeof received) => [...of.values()].flat().length;
    console.log(`${cycles} kills: ${count(received)} messages in, ${count(replied)} out`);
  },
  300_000 + cycles * 15_000,
);

async function createChannel(): Promise<void> {
  const { body: me } = await call("GET", "me");
  const created = await call("POST", "channels", {
    kind: "whatsapp",
    name: "WhatsApp",
    operators: [me.id ?? me.operator.id],
    settings: {
      phone_number_id: service.phoneNumberId,
      waba_id: service.wabaId,
      access_token: service.accessToken,
      app_secret: service.appSecret,
    },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  service.setWebhookAddress(
    `http://127.0.0.1:${port}/connectors/whatsapp/${created.body.public_id}`,
  );
}

async function findChat({ name }: LabCustomer): Promise<number | null> {
  const { body } = await call("GET", `chats?q=${encodeURIComponent(name)}&limit=1`);
  return (body.items?.[0]?.id as number | undefined) ?? null;
}

async function readMessages(chatId: number): Promise<Message[]> {
  const messages: Message[] = [];
  for (let after = 0; ; after = messages.at(-1)?.seq ?? 0) {
    const { body } = await call("GET", `chats/${chatId}/messages?after=${after}&limit=200`);
    if (body.items.length === 0) return messages;
    messages.push(...(body.items as Message[]));
  }
}
