import type { Message } from "@parlour/protocol";
import type { BroadcastDetails, BroadcastRecipient, OptOuts } from "@parlour/protocol/api";
import type { TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTelegramFixture, type TelegramFixture } from "./telegram-fixture.ts";
import { anna, sam, startWhatsApp, type WhatsAppFixture } from "./whatsapp-fixture.ts";

/** Broadcasts (docs/spec/broadcasts.md), by WhatsApp and Telegram. */

/** Creates a broadcast for all visitors. Returns functions for it. */
async function createBroadcast(parlour: TestParlour, body: object) {
  const { owner, clock } = parlour;
  const call = (method: string, path: string, sent?: unknown) => owner.call(method, path, sent);
  const name = `All ${Math.floor(clock.now())} ${JSON.stringify(body).length}`.slice(0, 60);
  const segment = await call("POST", "segments", { name, if: { all: [] } });
  const created = await call("POST", "broadcasts", {
    name: "News",
    segment_id: segment.body.id as number,
    ...body,
  });
  expect(created.status, created.text).toBe(201);
  const path = `broadcasts/${created.body.id as number}`;
  await call("DELETE", `segments/${segment.body.id as number}`);
  return {
    call: (method: string, action: string, sent?: unknown) => call(method, path + action, sent),
    read: async () => (await call("GET", path)).body as BroadcastDetails,
    list: async () =>
      (await call("GET", `${path}/recipients`)).body.items as readonly BroadcastRecipient[],
    async run() {
      await call("POST", `${path}/start`, {});
      await parlour.settle();
    },
  };
}
const readOptOuts = async ({ owner }: TestParlour, number: number): Promise<OptOuts["items"]> =>
  ((await owner.call("GET", `visitors/${number}/opt-outs`)).body as OptOuts).items;

describe("WhatsApp", () => {
  let whatsapp: WhatsAppFixture;
  beforeAll(async () => {
    whatsapp = await startWhatsApp();
  });
  afterAll(() => whatsapp.close());

  test("[BC-002] [BC-012] a template with variables is sent, and shows what the service reports", async () => {
    const { parlour, service, channel } = whatsapp;
    await whatsapp.write(anna, "Hello");
    const template = {
      name: "order_update",
      language: "en_US",
      parameters: { "body.2": "7", "header.1": "H", "body.1": "{visitor.name|you}" },
    };
    const broadcast = await createBroadcast(parlour, { channel_id: channel.id, template });
    await broadcast.run();
    await whatsapp.settle();
    const messages = await whatsapp.findMessages(anna);
    expect(messages.at(-1)?.text).toContain("Hello Anna, your order 7");
    const states = async (): Promise<readonly string[]> =>
      (await broadcast.list()).map(({ state }) => state);
    expect(await states()).toEqual(["sent"]);
    const wamid = service.messages.at(-1)?.wamid ?? "";
    await service.sendStatus(wamid, "delivered");
    expect(await states()).toEqual(["delivered"]);
    await service.sendStatus(wamid, "read");
    expect(await states()).toEqual(["seen"]);
    expect((await broadcast.read()).counts.seen).toBe(1);
    const text = { channel_id: channel.id, text: "Free text" };
    const { status, body } = await parlour.owner.call("POST", "broadcasts", {
      name: "Text",
      segment_id: 1,
      ...text,
    });
    expect([status, body.error.code]).toEqual([404, "not_found"]);
  });

  test("[BC-030] [BC-032] STOP opts out the number, also for a visitor who is known by it only", async () => {
    const { parlour, channel } = whatsapp;
    await whatsapp.write(anna, " Стоп. ");
    await whatsapp.write(sam, "Please stop this");
    await whatsapp.settle();
    const { visitor } = await whatsapp.findChat(anna);
    expect(await readOptOuts(parlour, visitor.number)).toMatchObject([
      { kind: "whatsapp", opted_out: { source: "word" } },
    ]);
    expect(await readOptOuts(parlour, (await whatsapp.findChat(sam)).visitor.number)).toEqual([
      { kind: "whatsapp", opted_out: null },
    ]);
    const template = { name: "hello_world", language: "en_US", parameters: {} };
    const broadcast = await createBroadcast(parlour, { channel_id: channel.id, template });
    await broadcast.run();
    expect((await broadcast.read()).left_out).toMatchObject({ opted_out: 1 });
  });
});

describe("Telegram", () => {
  let telegram: TelegramFixture;
  beforeAll(async () => {
    telegram = await openTelegramFixture();
  });
  afterAll(() => telegram.close());

  test("[BC-010] [BC-011] [BC-015] [BC-032] reaches those who opened the bot and did not answer STOP", async () => {
    const { parlour, channel } = telegram;
    const [nadia, omar] = [telegram.addUser("Nadia"), telegram.addUser("Omar")];
    nadia.write("Hello");
    await telegram.waitForMessages(nadia, 1);
    omar.write("STOP");
    await telegram.waitForMessages(omar, 1);
    const app = await parlour.channel("http://127.0.0.1:9999/none");
    await parlour.sendCustomerMessage(app, "elsewhere", "Hi");
    await parlour.settle();
    const content = { channel_id: channel.id, text: "Hello {visitor.name}" };
    const broadcast = await createBroadcast(parlour, content);
    const { number } = (await telegram.findChat(nadia)).visitor;
    const [self, other] = [
      await broadcast.call("POST", "/test", {}),
      await broadcast.call("POST", "/test", { visitor: number }),
    ];
    expect([self.status, self.body.error.field, other.status]).toEqual([400, "visitor", 200]);
    await broadcast.run();
    expect(await broadcast.read()).toMatchObject({
      total: 1,
      left_out: { opted_out: 1, not_started: 1 },
    });
    const chat = await telegram.findChat(nadia);
    expect(chat.state).toBe("waiting");
    const written = (await parlour.messages(chat.id)).filter(
      ({ cause }: Message) => cause?.kind === "broadcast",
    );
    expect(written.map(({ text }) => text)).toEqual(["Hello Nadia", "Hello Nadia"]);
  });
});
