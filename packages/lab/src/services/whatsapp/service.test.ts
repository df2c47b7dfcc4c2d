import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { signWebhook, startWhatsAppService, type WhatsAppService } from "./index.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).toReversed()) await end();
});

const anna = { name: "Anna", phone: "4915112345678", userId: "DE.1001" };
const hidden = { name: "Sam", userId: "US.2002", username: "@sam" };

async function start(options: Parameters<typeof startWhatsAppService>[0] = {}) {
  const service = await startWhatsAppService({ retryMs: 5, ...options });
  cleanups.push(() => service.close());
  return service;
}

/** Starts a receiver of webhooks that answers with the given statuses, then with 200. */
async function startReceiver(service: WhatsAppService, statuses: number[] = []) {
  const received: { readonly headers: IncomingMessage["headers"]; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://receiver");
    if (request.method === "GET") {
      const isOurs = url.searchParams.get("hub.verify_token") === "verify";
      response
        .writeHead(isOurs ? 200 : 403)
        .end(isOurs ? url.searchParams.get("hub.challenge") : "");
      return;
    }
    const parts: Buffer[] = [];
    request
      .on("data", (part: Buffer) => parts.push(part))
      .on("end", () => {
        received.push({ headers: request.headers, body: Buffer.concat(parts).toString("utf8") });
        response.writeHead(statuses.shift() ?? 200).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  service.setWebhookAddress(address);
  return { received, address };
}

async function call(
  service: WhatsAppService,
  method: string,
  path: string,
  body?: unknown,
  token = service.accessToken,
) {
  const response = await fetch(`${service.url}/v25.0/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as any };
}
const send = (service: WhatsAppService, content: object) =>
  call(service, "POST", `${service.phoneNumberId}/messages`, {
    messaging_product: "whatsapp",
    to: anna.phone,
    ...content,
  });

test("a message is accepted with its id, and its statuses follow as signed webhooks", async () => {
  const service = await start({ statuses: ["sent", "delivered", "read"] });
  const { received } = await startReceiver(service);
  await service.receive(anna, { type: "text", text: { body: "Hello" } });
  const sent = await send(service, {
    type: "text",
    text: { body: "Hi" },
    biz_opaque_callback_data: "ours",
  });
  expect(sent).toMatchObject({
    status: 200,
    body: { contacts: [{ input: anna.phone, user_id: anna.userId }] },
  });
  const [{ id: wamid }] = sent.body.messages;
  await expect.poll(() => service.webhooks.pending()).toBe(0);
  for (const { headers, body } of received)
    expect(headers["x-hub-signature-256"]).toBe(signWebhook(body, service.appSecret));
  const values = received.map(({ body }) => JSON.parse(body).entry[0].changes[0].value);
  expect(values[0]).toMatchObject({
    metadata: { phone_number_id: service.phoneNumberId },
    contacts: [{ wa_id: anna.phone, user_id: anna.userId, profile: { name: "Anna" } }],
    messages: [{ from: anna.phone, type: "text", text: { body: "Hello" } }],
  });
  expect(values.slice(1).map((value) => value.statuses[0])).toMatchObject(
    ["sent", "delivered", "read"].map((status) => ({
      id: wamid,
      status,
      biz_opaque_callback_data: "ours",
    })),
  );
});

test("a customer with a username has no phone number", async () => {
  const service = await start();
  const { received } = await startReceiver(service);
  await service.receive(hidden, { type: "text", text: { body: "Hello" } });
  const { messages, contacts } = JSON.parse(received[0]?.body ?? "").entry[0].changes[0].value;
  expect(messages[0].from).toBeUndefined();
  expect(messages[0].from_user_id).toBe(hidden.userId);
  expect(contacts[0].wa_id).toBeUndefined();
});

test("a webhook is repeated until the answer is 200, and after it on demand", async () => {
  const service = await start();
  const { received } = await startReceiver(service, [500, 503]);
  service.faults.webhookRepeats = 1;
  await service.receive(anna, { type: "text", text: { body: "Hello" } });
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(received).toHaveLength(4);
});

test("held webhooks are sent in one request, in reversed order on demand", async () => {
  const service = await start();
  const { received } = await startReceiver(service);
  service.webhooks.pause();
  const sent = ["one", "two"].map((body) =>
    service.receive(anna, { type: "text", text: { body } }),
  );
  service.webhooks.release("reversed");
  await Promise.all(sent);
  expect(received).toHaveLength(1);
  expect(
    JSON.parse(received[0]?.body ?? "").entry.map(
      (entry: any) => entry.changes[0].value.messages[0].text.body,
    ),
  ).toEqual(["two", "one"]);
});

test("outside the window of 24 hours, only a template is delivered", async () => {
  let now = 1_800_000_000_000;
  const service = await start({ now: () => now });
  const { received } = await startReceiver(service);
  await service.receive(anna, { type: "text", text: { body: "Hello" } });
  now += 24 * 3_600_000;
  await send(service, { type: "text", text: { body: "Late" } });
  await send(service, {
    type: "template",
    template: { name: "hello_world", language: { code: "en_US" } },
  });
  await expect.poll(() => service.webhooks.pending()).toBe(0);
  const statuses = received
    .map(({ body }) => JSON.parse(body).entry[0].changes[0].value.statuses?.[0])
    .filter((status) => status !== undefined);
  expect(statuses).toMatchObject([
    { status: "failed", errors: [{ code: 131047, title: "Re-engagement message" }] },
    { status: "sent" },
  ]);
});

test("limits of messages are checked", async () => {
  const service = await start();
  const buttons = (titles: readonly string[]) => ({
    type: "interactive",
    interactive: {
      type: "button",
      body: { text: "Choose" },
      action: {
        buttons: titles.map((title, i) => ({ type: "reply", reply: { id: `${i}`, title } })),
      },
    },
  });
  const list = (rows: number) => ({
    type: "interactive",
    interactive: {
      type: "list",
      body: { text: "Choose" },
      action: {
        button: "Open",
        sections: [
          { rows: Array.from({ length: rows }, (_, i) => ({ id: `${i}`, title: `Row ${i}` })) },
        ],
      },
    },
  });
  const outcomes = new Map<object, number | null>([
    [{ type: "text", text: { body: "x".repeat(4096) } }, null],
    [{ type: "text", text: { body: "x".repeat(4097) } }, 100],
    [{ type: "text", text: { body: "" } }, 131008],
    [buttons(["a", "b", "c"]), null],
    [buttons(["a", "b", "c", "d"]), 131009],
    [buttons(["a", "a"]), 131009],
    [buttons(["x".repeat(21)]), 100],
    [list(10), null],
    [list(11), 131009],
    [{ type: "image", image: { id: "7" } }, 131009],
    [{ type: "audio", audio: { link: "https://a.example/a.ogg", caption: "c" } }, 100],
    [{ type: "location", location: { latitude: 1, longitude: 2 } }, null],
    [{ type: "reaction", reaction: { message_id: "wamid.1", emoji: "👍" } }, null],
    [{ type: "contacts", contacts: [{ name: { formatted_name: "A" } }] }, null],
    [{ type: "poll" }, 100],
    [{ type: "template", template: { name: "none", language: { code: "en" } } }, 132001],
    [{ type: "template", template: { name: "order_update", language: { code: "ru" } } }, 132000],
  ]);
  for (const [content, code] of outcomes) {
    const { status, body } = await send(service, content);
    expect(body.error?.code ?? null, JSON.stringify(content).slice(0, 80)).toBe(code);
    expect(status === 200).toBe(code === null);
  }
});

test("media is uploaded, described and downloaded with the token", async () => {
  const service = await start();
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", "image/png");
  form.set("file", new Blob([Buffer.from("pixels")], { type: "image/png" }), "a.png");
  const upload = await call(service, "POST", `${service.phoneNumberId}/media`, form);
  const described = await call(service, "GET", upload.body.id);
  expect(described.body).toMatchObject({ mime_type: "image/png", file_size: 6 });
  const download = (token: string) =>
    fetch(described.body.url, { headers: { authorization: `Bearer ${token}` } });
  expect(await (await download(service.accessToken)).text()).toBe("pixels");
  expect((await download("other")).status).toBe(401);
  form.set("type", "application/x-msdownload");
  expect((await call(service, "POST", `${service.phoneNumberId}/media`, form)).status).toBe(400);
});

test("token, proof, unknown objects and planned faults have the documented errors", async () => {
  const service = await start();
  const path = `${service.phoneNumberId}`;
  expect(await call(service, "GET", path, undefined, "wrong")).toMatchObject({
    status: 401,
    body: { error: { code: 190, type: "OAuthException" } },
  });
  const proof = createHmac("sha256", service.appSecret).update(service.accessToken).digest("hex");
  expect(await call(service, "GET", `${path}?appsecret_proof=${proof}`)).toMatchObject({
    status: 200,
    body: { id: path, verified_name: "Lab shop" },
  });
  expect((await call(service, "GET", `${path}?appsecret_proof=00`)).body.error.code).toBe(100);
  expect((await call(service, "GET", "999")).status).toBe(404);
  for (const [code, status] of [
    [130429, 429],
    [131056, 400],
    [131000, 500],
  ] as const) {
    service.faults.add({ kind: "error", code });
    expect(await send(service, { type: "text", text: { body: "Hi" } })).toMatchObject({
      status,
      body: { error: { code } },
    });
  }
  service.faults.add({ kind: "cut_after" }, { match: "/messages" });
  await expect(send(service, { type: "text", text: { body: "Hi" } })).rejects.toThrow(
    "fetch failed",
  );
  expect(service.messages).toHaveLength(1);
});

test("the address of webhooks is registered only after the handshake", async () => {
  const service = await start();
  const { address } = await startReceiver(service);
  service.setWebhookAddress(null);
  const register = (token: string) =>
    call(service, "POST", service.phoneNumberId, {
      webhook_configuration: { override_callback_uri: address, verify_token: token },
    });
  expect((await register("wrong")).status).toBe(400);
  expect(service.webhookAddress()).toBeNull();
  expect(await register("verify")).toMatchObject({ status: 200, body: { success: true } });
  expect(service.webhookAddress()).toBe(address);
  expect((await call(service, "POST", `${service.wabaId}/subscribed_apps`)).status).toBe(200);
});

test("templates come in pages", async () => {
  const service = await start();
  const path = `${service.wabaId}/message_templates?limit=3`;
  const first = await call(service, "GET", path);
  expect(first.body.data).toHaveLength(3);
  const next = await call(service, "GET", `${path}&after=${first.body.paging.cursors.after}`);
  expect(next.body.data).toHaveLength(1);
  expect(next.body.paging.next).toBeUndefined();
});

test("a typing indicator names the message that it marks as read", async () => {
  const service = await start();
  await send(service, {
    status: "read",
    message_id: "wamid.1",
    typing_indicator: { type: "text" },
  });
  expect(service.readMarks).toEqual([{ messageId: "wamid.1", isTyping: true }]);
});
