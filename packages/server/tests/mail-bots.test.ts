import type { Channel, Message } from "@parlour/protocol";
import { startBotProvider, type FakeBotProvider, waitForPass } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildMail,
  headerOf,
  openMailChannelFixture,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** Bots in a mail channel: they answer verified senders only. */
let fixture: MailChannelFixture;
let provider: FakeBotProvider;
let shop: Channel;
let address: string;
let bot: number;

beforeAll(async () => {
  fixture = await openMailChannelFixture();
  provider = await startBotProvider();
  const { owner, url } = fixture.parlour;
  shop = await fixture.createChannel("Shop", {
    ...fixture.mailboxSettings(shopAddress),
    authentication_servers: "mx.lab.example",
  });
  const made = await owner.call("POST", "bot-providers", { name: "Bots", contact: "a@b.example" });
  const created = await owner.call("POST", "bots", {
    provider_id: made.body.id,
    token: "a-token-of-the-bot-provider",
    endpoint_url: provider.endpoint,
    name: "Robo",
  });
  expect(created.status, created.text).toBe(201);
  bot = created.body.id;
  address = `${url}${new URL(String(created.body.address)).pathname}`;
  await fixture.waitUntilRead(shopAddress);
});
afterAll(async () => {
  await fixture.close();
  await provider.close();
});

const passed = "Authentication-Results: mx.lab.example; dmarc=pass header.from=customer.example";
let count = 0;
/** Delivers a mail. Resolves with the message after it is stored. */
async function write(from: string, text: string, headers: readonly string[]): Promise<Message> {
  fixture.service.deliver(shopAddress, buildMail({ from, id: `bots${count++}`, text, headers }));
  return waitForPass(async () => {
    const chat = await fixture.parlour.findChat(from);
    const all = chat.id === undefined ? [] : await fixture.parlour.messages(chat.id);
    const found = all.find((message) => message.text === text);
    if (found === undefined) throw new Error(`${text} is not stored`);
    return found;
  });
}
const readChat = (from: string) => fixture.parlour.findChat(from);
const lineCodes = async (from: string) =>
  (await fixture.parlour.messages((await readChat(from)).id)).flatMap(
    ({ line }) => line?.code ?? [],
  );
async function answerAsBot(from: string, text: string): Promise<void> {
  const { id } = await readChat(from);
  const posted = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      event: "BOT_MESSAGE",
      id: `m${count++}`,
      client_id: from,
      chat_id: String(id),
      message: { type: "TEXT", text, timestamp: 1 },
    }),
  });
  expect(posted.status, await posted.text()).toBe(200);
}

test("[CORE-301] a bot for all channels serves no mail channel until it is selected", async () => {
  const from = "first@customer.example";
  await write(from, "Hello", [passed]);
  expect(await readChat(from)).toMatchObject({ state: "waiting", bot: null });
  const { owner } = fixture.parlour;
  const changed = await owner.call("PATCH", `bots/${bot}`, { channels: [shop.id] });
  expect(changed.status, changed.text).toBe(200);
  await write("second@customer.example", "Hello again", [passed]);
  expect(await readChat("second@customer.example")).toMatchObject({ state: "bot" });
});

test("[CORE-300] a forged sender gets no answer of the bot, and the chat says why", async () => {
  await fixture.parlour.owner.call("PATCH", `bots/${bot}`, { channels: [shop.id] });
  const from = "forged@customer.example";
  await write(from, "I am somebody else", []);
  expect(await readChat(from)).toMatchObject({ state: "waiting", bot: null });
  expect(await lineCodes(from)).toContain("bot_sender_unverified");
});

test("[CORE-300] [CORE-302] a mail that is not verified takes the chat from the bot; answers can be stopped with one press", async () => {
  await fixture.parlour.owner.call("PATCH", `bots/${bot}`, { channels: [shop.id] });
  const from = "anna@customer.example";
  await write(from, "A question", [passed]);
  await answerAsBot(from, "An answer");
  await fixture.parlour.clock.advance(60_000);
  await waitForPass(() => expect(fixture.sentTo(from)).toHaveLength(1));
  const [mail = ""] = fixture.sentTo(from);
  expect(headerOf(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  const stop = new URL(/<([^>]+)>/.exec(headerOf(mail, "List-Unsubscribe"))?.[1] ?? "");
  const stopped = await fixture.parlour.call("POST", stop.pathname, "List-Unsubscribe=One-Click", {
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(stopped.status).toBe(200);
  await answerAsBot(from, "Another answer");
  await fixture.parlour.clock.advance(60_000);
  await fixture.parlour.settle();
  const { id } = await readChat(from);
  const refused = (await fixture.parlour.messages(id)).find(
    ({ text }) => text === "Another answer",
  );
  expect(refused?.delivery?.state).not.toBe("delivered");
  expect(fixture.sentTo(from)).toHaveLength(1);

  await write(from, "Not from Anna", []);
  expect(await readChat(from)).toMatchObject({ state: "waiting", bot: { attached: false } });
  expect(await lineCodes(from)).toContain("bot_sender_unverified");
});
