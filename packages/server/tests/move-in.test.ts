import type { Chat, Message } from "@parlour/protocol";
import {
  startIntegrator,
  startWebhookReceiver,
  startTestParlour,
  type FakeIntegrator,
  type FakeWebhook,
  type TestParlour,
} from "@parlour/testkit";
import { request } from "node:http";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/**
 * Runs programs for a comparable service against Parlour, as docs/integrate/move-in.md describes:
 * other hosts, same paths and ids. The programs use no signatures and no headers of Parlour.
 * widget-comparable.test.ts tests the page script in a browser.
 */
const hosts = { channel: "wh.chat.example", bot: "bot.chat.example", script: "code.chat.example" };
const randomString = "k3yk3yk3yk3yk3yk3yk3yk3y";
let parlour: TestParlour;
let shop: FakeIntegrator;
let crm: FakeWebhook;

/**
 * Returns the provisioning file of the documentation page, with the parts that every file needs.
 */
function readPageFile(): string {
  const page = readFileSync(new URL("../../../docs/integrate/move-in.md", import.meta.url), "utf8");
  return `version: 1
account: { name: Shop }
operators:
  - { email: ann@shop.example, name: Ann, role: owner, password: correct-horse-battery-1 }
egress: { allow: ["127.0.0.1:${shop.port}", "127.0.0.1:${crm.port}"] }
${/```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? ""}`;
}

beforeAll(async () => {
  [shop, crm] = await Promise.all([startIntegrator(), startWebhookReceiver()]);
  parlour = await startTestParlour({
    env: {
      PUBLIC_URL: "http://chat.example",
      WEBHOOK_BASE_URL: `http://${hosts.channel}`,
      BOT_BASE_URL: `http://${hosts.bot}`,
      WIDGET_BASE_URL: `http://${hosts.script}/widget`,
    },
    file: readPageFile()
      .replaceAll("https://shop.example/hook", `${crm.url}/hook`)
      .replaceAll("https://shop.example", shop.url),
  });
});
afterAll(async () => {
  await parlour?.close();
  await shop.close();
  await crm.close();
});

/** Sends a request with a plain HTTP client. */
function sendRequest(
  host: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        host: "127.0.0.1",
        port: parlour.port,
        method,
        path,
        headers: { host, "content-type": "application/json" },
      },
      (response) => {
        let text = "";
        response.on("data", (data: Buffer) => (text += String(data)));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    clientRequest.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
const sendToChannel = (message: object, sender: object) =>
  sendRequest(hosts.channel, "POST", `/${randomString}/AbCdEf1234`, { sender, message });
const sendToBotApi = (event: object) =>
  sendRequest(hosts.bot, "POST", "/webhooks/shop-bot/t0ken", event);

/** Returns the requests that the shop's server received at a path. */
const findReceived = (path: string) =>
  shop.received
    .filter((one) => one.path === path)
    .map((one) => JSON.parse(one.body) as Record<string, any>);
const readChats = async (): Promise<Chat[]> =>
  ((await parlour.owner.call("GET", "chats")).body as { items: Chat[] }).items;

describe("programs of a comparable service", { shuffle: false }, () => {
  test("[CFG-012] [CH-010] [BOT-010] [WG-002] every part answers at the path it had, on its own host", async () => {
    expect(await sendRequest(hosts.channel, "GET", `/${randomString}/AbCdEf1234/status`)).toEqual({
      status: 200,
      text: expect.stringMatching(/^[01]$/),
    });
    expect(
      (await sendRequest(hosts.channel, "GET", `/${randomString}/ZzZzZz9999/status`)).status,
    ).toBe(404);
    expect((await sendToBotApi({})).status).toBe(400);
    const script = await sendRequest(hosts.script, "GET", "/widget/Lk29fQw7Za");
    expect(script.status).toBe(200);
    expect(script.text).toContain('"jivo"');
  });

  test("[CH-030] [CH-120] [BOT-020] a customer's window announces them, they write, and the bot is asked and answers", async () => {
    shop.respondWith((asked) =>
      asked.path === "/bot/t0ken"
        ? { status: 200, body: "" }
        : { status: 200, body: '{"result":"ok"}' },
    );
    const sender = {
      id: "cust-881",
      name: "Nadia",
      email: "nadia@shop.example",
      url: "https://shop.example/sale?utm_source=news",
    };
    expect((await sendToChannel({ type: "start" }, sender)).status).toBe(200);
    expect((await sendToChannel({ type: "typein" }, { id: "cust-881" })).status).toBe(200);
    expect(
      (
        await sendToChannel(
          { type: "text", id: "m1", text: "Is size 42 back?" },
          { id: "cust-881" },
        )
      ).status,
    ).toBe(200);
    await parlour.settle();
    const [event] = findReceived("/bot/t0ken");
    expect(event).toMatchObject({
      event: "CLIENT_MESSAGE",
      message: { type: "TEXT", text: "Is size 42 back?" },
      sender: { name: "Nadia" },
    });
    const { client_id, chat_id } = event as { client_id: string; chat_id: string };
    const timestamp = Math.floor(parlour.clock.now() / 1_000);
    const answer = {
      id: "123e4567-e89b-12d3-a456-426655440000",
      client_id,
      chat_id,
      event: "BOT_MESSAGE",
    };
    expect(
      (
        await sendToBotApi({
          ...answer,
          message: { type: "TEXT", text: "I look it up", timestamp },
        })
      ).status,
    ).toBe(200);
    const buttons = [
      { text: "Yes", id: "1" },
      { text: "No", id: "2" },
    ];
    expect(
      (
        await sendToBotApi({
          ...answer,
          id: "b2",
          message: { type: "BUTTONS", title: "Wait?", text: "Wait? Yes or no", timestamp, buttons },
        })
      ).status,
    ).toBe(200);
    await parlour.settle();
    expect(
      findReceived("/chat/AbCdEf1234").map(({ recipient, message }) => [
        recipient.id,
        message.type,
        message.text,
      ]),
    ).toEqual([
      ["cust-881", "text", "I look it up"],
      ["cust-881", "text", "Wait? Yes or no"],
    ]);
  });

  test("[BOT-070] [CH-070] [WH-010] the bot calls an operator; the CRM hears of it and shows its data; the customer gets the answer", async () => {
    crm.setMode((event) =>
      event.event === "chat_accepted"
        ? {
            reply: {
              result: "ok",
              custom_data: [{ title: "Orders", content: "3 open" }],
              crm_link: "https://crm.example/55",
              enable_assign: true,
            },
          }
        : { reply: { result: "ok" } },
    );
    const [chat] = await readChats();
    const { id, visitor } = chat as Chat;
    await parlour.owner.call("PUT", "me/presence", { status: "online" });
    expect(
      (
        await sendToBotApi({
          id: "i1",
          event: "INVITE_AGENT",
          client_id: String(visitor.number),
          chat_id: String(id),
        })
      ).status,
    ).toBe(200);
    expect((await parlour.owner.call("POST", `chats/${id}/join`)).status).toBe(200);
    const response = await parlour.owner.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "Tomorrow",
      client_id: "a1",
    });
    expect((response.body as Message).text).toBe("Tomorrow");
    await parlour.settle();
    expect(findReceived("/bot/t0ken").map(({ event }) => event as string)).toContain(
      "AGENT_JOINED",
    );
    expect(findReceived("/chat/AbCdEf1234").at(-1)).toMatchObject({
      sender: { name: "Ann" },
      recipient: { id: "cust-881" },
      message: { type: "text", text: "Tomorrow" },
    });
    expect((await parlour.owner.call("GET", `chats/${id}`)).body).toMatchObject({
      custom_data: [{ title: "Orders", content: "3 open" }],
      crm: { link: "https://crm.example/55", assign: true },
      visitor: { email: { value: "nadia@shop.example" } },
    });
    expect((await parlour.owner.call("POST", `chats/${id}/close`)).status).toBe(200);
    await parlour.settle();
    const events = crm.requests.map(({ body }) => body as Record<string, any>);
    expect(events.map(({ event_name }) => event_name as string)).toEqual([
      "chat_accepted",
      "chat_finished",
    ]);
    expect(events[0]).toMatchObject({
      widget_id: "AbCdEf1234",
      visitor: { name: "Nadia", email: "nadia@shop.example" },
      agent: { name: "Ann" },
      session: { utm_json: { source: "news" }, utm: "source=news" },
      page: { url: "https://shop.example/sale?utm_source=news" },
    });
    expect(events[1]).toMatchObject({
      chat: { rate: null, blacklisted: false },
      agents: [{ name: "Ann" }],
    });
  });
});
