import { startIntegrator, startTestParlour } from "@parlour/testkit";
import { expect, test } from "vitest";
import { startTelegramService } from "../../lab/src/services/telegram/index.ts";

/**
 * Measures deliveries to an integrator while Telegram does not answer, on the machine's clock.
 * Rounds with and without the outage alternate.
 */
const telegramChats = 40;
const answersPerChat = 3;
const rounds = 4;
const messagesPerRound = 150;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

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
    const shop = await parlour.channel(integrator.url);
    await parlour.sendCustomerMessage(shop, "c1", "Hello");
    const shopChat = (await parlour.findChat("c1")).id;
    await owner.call("POST", `chats/${shopChat}/accept`, {});
    const users = Array.from({ length: telegramChats }, (_, n) => bot.addUser({ id: 900 + n }));
    for (const user of users) user.write("Hello");
    const chats: number[] = [];
    for (const { id } of users) {
      await expect.poll(async () => (await parlour.findChat(String(id))).state).toBe("waiting");
      const chat = (await parlour.findChat(String(id))).id;
      await owner.call("POST", `chats/${chat}/accept`, {});
      chats.push(chat);
    }

    let count = 0;
    const measureRound = async (): Promise<number> => {
      const latencies: number[] = [];
      for (let n = 0; n < messagesPerRound; n++) {
        count += 1;
        const text = `m${count}`;
        const startedAt = Date.now();
        await owner.call("POST", `chats/${shopChat}/messages`, {
          kind: "text",
          text,
          client_id: text,
        });
        const isArrived = () => integrator.received.some(({ body }) => body.includes(`"${text}"`));
        while (!isArrived()) await integrator.waitForRequests(integrator.received.length + 1);
        const arrived = integrator.received.find(({ body }) => body.includes(`"${text}"`));
        latencies.push((arrived?.at ?? 0) - startedAt);
        await pause(10);
      }
      return median(latencies);
    };

    const [alone, beside]: [number[], number[]] = [[], []];
    await measureRound();
    for (let round = 0; round < rounds; round++) {
      alone.push(await measureRound());
      telegram.addFault({ method: "sendMessage", times: Infinity, reply: "hang" });
      for (let n = 0; n < answersPerChat; n++)
        for (const chat of chats)
          await owner.call("POST", `chats/${chat}/messages`, {
            kind: "text",
            text: `${round}-${n}`,
            client_id: `t-${chat}-${round}-${n}`,
          });
      beside.push(await measureRound());
      telegram.endFaults();
      const expected = (round + 1) * answersPerChat;
      await telegram.waitUntil(
        () => users.every(({ received }) => received.length === expected),
        180_000,
      );
    }
    const order = Array.from({ length: rounds }, (_, round) =>
      Array.from({ length: answersPerChat }, (__, n) => `${round}-${n}`),
    ).flat();
    for (const { received } of users) expect(received.map(({ text }) => text)).toEqual(order);
    console.log(
      `median of a delivery: ${median(alone)} ms alone, ${median(beside)} ms beside ${telegramChats} hanging chats (rounds: ${alone.join(", ")}; ${beside.join(", ")})`,
    );
    // The printed figures are the measurement. The bound only finds a lane that waits.
    expect(median(beside)).toBeLessThan(median(alone) * 3 + 20);
  } finally {
    await parlour.close();
    await telegram.close();
    await integrator.close();
  }
}, 900_000);
