import { startIntegrator, waitForPass, type FakeIntegrator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServiceChannels, type PlayedService } from "./service-channels-fixture.ts";

/**
 * Services that do not answer, in less time than their requests take to end.
 * connector-outage.long.test.ts measures how long others wait.
 */
const customers = 6;
let channels: Awaited<ReturnType<typeof openServiceChannels>>;
let integrator: FakeIntegrator;
/** The chats of each service, in the order of its customers. */
const chats = new Map<PlayedService, readonly number[]>();
let shopChat = 0;

beforeAll(async () => {
  integrator = await startIntegrator();
  channels = await openServiceChannels(customers);
  const { parlour, services } = channels;
  const shop = await parlour.channel(integrator.url);
  await parlour.sendCustomerMessage(shop, "c1", "Hello");
  shopChat = await accept("c1");
  for (const service of services) {
    service.write("Hello");
    const ids: number[] = [];
    for (const customer of service.customers) ids.push(await accept(customer));
    chats.set(service, ids);
  }
});
afterAll(async () => {
  await channels.close();
  await integrator.close();
});

async function accept(customer: string): Promise<number> {
  const { parlour } = channels;
  const { id } = await waitForPass(async () => {
    const chat = await parlour.findChat(customer);
    expect(chat.state).toBe("waiting");
    return chat;
  });
  expect((await parlour.owner.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
  return id;
}

let written = 0;
async function write(chat: number, text: string): Promise<void> {
  const body = { kind: "text", text, client_id: `answer-${(written += 1)}` };
  const sent = await channels.parlour.owner.call("POST", `chats/${chat}/messages`, body);
  expect(sent.status, sent.text).toBe(201);
}

/**
 * Advances the clock in steps until the condition is met. While a request hangs, the clock does not
 * wait for the others, so each step takes as long as some queries.
 */
async function advanceUntil(isMet: () => boolean, stepMs: number): Promise<void> {
  for (let n = 0; n < 100 && !isMet(); n += 1) {
    await channels.parlour.clock.advance(stepMs);
    for (let query = 0; query < 20 && !isMet(); query += 1) await channels.parlour.sql("select 1");
  }
  expect(isMet()).toBe(true);
}

test.each([0, 1, 2])(
  "[CORE-122] [ME-041] [VB-040] [SMS-024] service %i hangs: others get their messages, and its own arrive in order later",
  async (index) => {
    const { parlour, services } = channels;
    const service = services[index];
    if (service === undefined) throw new Error("no service");
    const own = chats.get(service) ?? [];
    const others = services.filter((one) => one !== service);
    service.beginOutage();
    for (const text of ["One", "Two"]) await Promise.all(own.map((chat) => write(chat, text)));
    await write(shopChat, `beside ${index}`);
    for (const other of others)
      await Promise.all((chats.get(other) ?? []).map((chat) => write(chat, `beside ${index}`)));
    // Hanging requests end after 25 s, so nobody waited for them.
    const outageBegan = parlour.clock.now();
    await advanceUntil(
      () =>
        integrator.received.some(({ body }) => body.includes(`"beside ${index}"`)) &&
        others.every((other) =>
          other.readAnswers().every((texts) => texts.at(-1) === `beside ${index}`),
        ),
      100,
    );
    expect(parlour.clock.now() - outageBegan).toBeLessThan(10_000);
    // The service still passes on what its customers write.
    service.write("Are you there?");
    for (const chat of own)
      await expect
        .poll(async () => (await parlour.messages(chat)).at(-1)?.text)
        .toBe("Are you there?");
    service.endOutage();
    const isComplete = (): boolean =>
      service.readAnswers().every((texts) => texts.slice(-2).join() === "One,Two");
    await advanceUntil(isComplete, 10_000);
    for (const texts of service.readAnswers())
      expect(texts.filter((text) => text === "One" || text === "Two")).toEqual(["One", "Two"]);
  },
);
