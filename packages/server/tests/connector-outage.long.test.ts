import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import { expect, test } from "vitest";
import { startTelegramService } from "../../lab/src/services/telegram/index.ts";
import { buildMail, openMailChannelFixture, shopAddress } from "./mail-channel-fixture.ts";
import { openServiceChannels } from "./service-channels-fixture.ts";

/**
 * Measures deliveries to an integrator while another service does not answer, on the machine's
 * clock. Rounds with and without the outage alternate.
 */
const customers = 40;
const answersPerCustomer = 3;
const rounds = 4;
const messagesPerRound = 300;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const format = (values: readonly number[]): string =>
  values.map((value) => value.toFixed(2)).join(", ");

/** A service with the chats of its customers. */
interface ServiceUnderTest {
  readonly name: string;
  /** Chats of the customers, accepted by the owner. */
  readonly chats: readonly number[];
  beginOutage(): void;
  endOutage(): void;
  /** Time in ms from an answer to its first attempt. */
  readonly attemptAfterMs: number;
  /** Waits until each customer has this number of answers. */
  waitForAnswers(count: number): Promise<void>;
  /** Returns the texts of the answers that each customer got, in order. */
  readAnswers(): readonly (readonly string[])[];
}

async function acceptChats(
  parlour: TestParlour,
  customerIds: readonly string[],
): Promise<readonly number[]> {
  const chats: number[] = [];
  for (const id of customerIds) {
    await expect
      .poll(async () => (await parlour.findChat(id)).state, { timeout: 30_000 })
      .toBe("waiting");
    const chat = (await parlour.findChat(id)).id;
    await parlour.owner.call("POST", `chats/${chat}/accept`, {});
    chats.push(chat);
  }
  return chats;
}

async function writeToChat({ owner }: TestParlour, chat: number, text: string): Promise<void> {
  const sent = await owner.call("POST", `chats/${chat}/messages`, {
    kind: "text",
    text,
    client_id: `${chat}-${text.replace(" ", "-")}`,
  });
  expect(sent.status, sent.text).toBe(201);
}

/**
 * Resolves with the median time in ms from the start of the operator's request to its arrival at
 * the integrator.
 */
async function measureRound(
  parlour: TestParlour,
  integrator: FakeIntegrator,
  chat: number,
): Promise<number> {
  const latencies: number[] = [];
  for (let n = 0; n < messagesPerRound; n++) {
    const text = `m${integrator.received.length}`;
    const arrived = new Promise<number>((resolve) =>
      integrator.respondWith(({ body }) => {
        if (body.includes(`"${text}"`)) resolve(performance.now());
        return "ok";
      }),
    );
    const startedAt = performance.now();
    await writeToChat(parlour, chat, text);
    latencies.push((await arrived) - startedAt);
    await pause(10);
  }
  return median(latencies);
}

async function measureBesideOutage(
  parlour: TestParlour,
  integrator: FakeIntegrator,
  service: ServiceUnderTest,
): Promise<void> {
  const shop = await parlour.channel(integrator.url);
  await parlour.sendCustomerMessage(shop, "c1", "Hello");
  const [shopChat = 0] = await acceptChats(parlour, ["c1"]);
  const [alone, beside]: [number[], number[]] = [[], []];
  await measureRound(parlour, integrator, shopChat);
  for (let round = 0; round < rounds; round++) {
    alone.push(await measureRound(parlour, integrator, shopChat));
    service.beginOutage();
    for (let n = 0; n < answersPerCustomer; n++)
      for (const chat of service.chats) await writeToChat(parlour, chat, `answer ${round}-${n}.`);
    await pause(service.attemptAfterMs);
    beside.push(await measureRound(parlour, integrator, shopChat));
    service.endOutage();
    await service.waitForAnswers((round + 1) * answersPerCustomer);
  }
  const order = Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: answersPerCustomer }, (__, n) => `answer ${round}-${n}.`),
  ).flat();
  for (const answers of service.readAnswers()) expect(answers).toEqual(order);
  console.log(
    `median of a delivery: ${median(alone).toFixed(2)} ms alone, ${median(beside).toFixed(2)} ms beside ${customers} chats of ${service.name} that hangs (rounds: ${format(alone)}; ${format(beside)})`,
  );
  // The printed figures are the measurement. The bound only finds a lane that waits.
  expect(median(beside)).toBeLessThan(median(alone) * 3 + 20);
}

test("[TG-040] [CORE-122] a Telegram server that hangs delays no other channel, and afterwards everything goes out in order", async () => {
  const telegram = await startTelegramService();
  const integrator = await startIntegrator();
  const bot = telegram.addBot();
  const parlour = await startTestParlour({
    clock: "system",
    env: { TELEGRAM_API_URL: telegram.url },
  });
  try {
    const { owner } = parlour;
    await owner.call("POST", "instance/egress-allow", { add: [telegram.host] });
    const created = await owner.call("POST", "channels", {
      kind: "telegram",
      name: "Bot",
      operators: [owner.id],
      settings: { bot_token: bot.token },
    });
    expect(created.status, created.text).toBe(201);
    const users = Array.from({ length: customers }, (_, n) => bot.addUser({ id: 900 + n }));
    for (const user of users) user.write("Hello");
    await measureBesideOutage(parlour, integrator, {
      name: "Telegram",
      chats: await acceptChats(
        parlour,
        users.map(({ id }) => String(id)),
      ),
      beginOutage: () =>
        telegram.addFault({ method: "sendMessage", times: Infinity, reply: "hang" }),
      endOutage: () => telegram.endFaults(),
      attemptAfterMs: 0,
      waitForAnswers: (count) =>
        telegram.waitUntil(() => users.every(({ received }) => received.length === count), 180_000),
      readAnswers: () => users.map(({ received }) => received.map(({ text }) => String(text))),
    });
  } finally {
    await parlour.close();
    await telegram.close();
    await integrator.close();
  }
}, 900_000);

test("[MAIL-063] [CORE-122] an SMTP server that hangs delays no other channel, and afterwards everything goes out in order", async () => {
  const integrator = await startIntegrator();
  const fixture = await openMailChannelFixture((env) => startTestParlour({ env, clock: "system" }));
  const { parlour, service } = fixture;
  try {
    await fixture.createChannel("Shop", fixture.mailboxSettings(shopAddress));
    await fixture.waitUntilRead(shopAddress);
    const addresses = Array.from({ length: customers }, (_, n) => `c${n}@customer.example`);
    for (const [n, from] of addresses.entries())
      service.deliver(shopAddress, buildMail({ from, subject: `Order ${n}`, id: `order-${n}` }));
    const readAnswers = () =>
      addresses.map((address) =>
        fixture.sentTo(address).flatMap((raw) => {
          const plain = raw.slice(0, raw.search(/text\/html/i));
          return Array.from(plain.matchAll(/answer \d-\d\./g), ([text]) => text);
        }),
      );
    await measureBesideOutage(parlour, integrator, {
      name: "a mail server",
      chats: await acceptChats(parlour, addresses),
      beginOutage: () => (service.smtpFaults.hang = true),
      endOutage: () => delete service.smtpFaults.hang,
      // Answers of a minute go into one mail (MAIL-062).
      attemptAfterMs: 63_000,
      waitForAnswers: (count) =>
        expect
          .poll(() => readAnswers().every(({ length }) => length === count), {
            timeout: 400_000,
            interval: 1_000,
          })
          .toBe(true),
      readAnswers,
    });
  } finally {
    await fixture.close();
    await integrator.close();
  }
}, 1_800_000);

test.each(["Messenger", "Viber", "an SMS gateway"])(
  "[ME-041] [VB-040] [SMS-024] [CORE-122] %s that hangs delays no other channel, and afterwards everything goes out in order",
  async (name) => {
    const integrator = await startIntegrator();
    const { parlour, services, close } = await openServiceChannels(customers, { clock: "system" });
    try {
      const service = services.find((one) => one.name === name) ?? expect.fail();
      service.write("Hello");
      await measureBesideOutage(parlour, integrator, {
        ...service,
        chats: await acceptChats(parlour, service.customers),
        attemptAfterMs: 0,
        waitForAnswers: (count) =>
          expect
            .poll(() => service.readAnswers().every(({ length }) => length === count), {
              timeout: 400_000,
              interval: 1_000,
            })
            .toBe(true),
      });
    } finally {
      await close();
      await integrator.close();
    }
  },
  1_800_000,
);
