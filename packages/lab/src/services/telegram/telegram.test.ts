import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startTelegramService, type TelegramServiceOptions } from "./index.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function start(options: TelegramServiceOptions = {}) {
  const service = await startTelegramService(options);
  closers.push(() => service.close());
  const bot = service.addBot();
  const nadia = bot.addUser({ id: 501, last_name: "Ross" });
  const call = async (method: string, values: object = {}, token = bot.token) => {
    const response = await fetch(`${service.url}/bot${token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(values),
    });
    return { status: response.status, ...((await response.json()) as Answer) };
  };
  return { service, bot, nadia, call };
}
interface Answer {
  readonly ok: boolean;
  readonly result?: any;
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number };
}
/** Starts a program that receives updates by webhook. */
async function startProgram(respond: (update: any) => number) {
  const received: { update: any; headers: IncomingMessage["headers"] }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const update = JSON.parse(Buffer.concat(parts).toString()) as unknown;
      received.push({ update, headers: request.headers });
      response.writeHead(respond(update)).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => void server.close(resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, url };
}

test("a bot is found by its token, and unknown tokens and methods are refused", async () => {
  const { bot, call } = await start();
  expect(await call("getMe")).toMatchObject({ status: 200, ok: true, result: { is_bot: true } });
  expect(await call("getMe", {}, `${bot.token.slice(0, -1)}~`)).toMatchObject({ status: 404 });
  expect(await call("getMe", {}, `1:${"a".repeat(35)}`)).toMatchObject({
    status: 401,
    description: "Unauthorized",
  });
  expect(await call("sendPoem")).toMatchObject({ status: 404 });
});

test("getUpdates waits, confirms by offset, and a second request ends the first with 409", async () => {
  const { service, bot, nadia, call } = await start();
  const first = call("getUpdates", { timeout: 50 });
  await service.waitUntil(() => bot.isPolled);
  const second = call("getUpdates", { timeout: 50 });
  expect(await first).toMatchObject({ status: 409 });
  await service.waitUntil(() => bot.isPolled);
  nadia.write("hello");
  const { result } = await second;
  expect(result).toMatchObject([{ message: { text: "hello", chat: { id: 501 } } }]);
  // Without a higher offset, the update is not confirmed.
  expect((await call("getUpdates")).result).toEqual(result);
  expect((await call("getUpdates", { offset: result[0].update_id + 1 })).result).toEqual([]);
});

test("updates arrive twice, in reverse order and of unknown kinds on demand", async () => {
  const { bot, nadia, call } = await start();
  nadia.write("one");
  nadia.write("two");
  bot.addUpdate("message", { message_id: "no number" });
  bot.reverseNextUpdates();
  const { result } = await call("getUpdates");
  expect(result.map((update: any) => update.message.text)).toEqual([undefined, "two", "one"]);
  bot.repeatUpdate(result[2]);
  expect((await call("getUpdates", { offset: result[2].update_id })).result).toHaveLength(4);
});

test("a webhook gets its secret, one update per chat at a time, and repeats until 2xx", async () => {
  const refused = new Set<number>();
  const program = await startProgram(({ update_id: id }) => {
    if (refused.has(id)) return 200;
    refused.add(id);
    return 500;
  });
  const { service, bot, nadia, call } = await start({
    retryMs: 1,
    resolveUrl: (url) => url.replace("https://chat.example", program.url),
  });
  expect(await call("setWebhook", { url: "http://chat.example/t" })).toMatchObject({ status: 400 });
  expect(await call("setWebhook", { url: "https://chat.example:3000/t" })).toMatchObject({
    status: 400,
  });
  expect(
    await call("setWebhook", { url: "https://chat.example/t", secret_token: "s3cret" }),
  ).toMatchObject({ result: true });
  expect(await call("getUpdates")).toMatchObject({ status: 409 });
  nadia.write("one");
  nadia.write("two");
  await service.waitUntil(() => bot.pendingUpdates.length === 0);
  expect(program.received.map(({ update }) => update.message.text)).toEqual([
    "one",
    "one",
    "two",
    "two",
  ]);
  expect(program.received[0]?.headers["x-telegram-bot-api-secret-token"]).toBe("s3cret");
  expect((await call("getWebhookInfo")).result).toMatchObject({
    url: "https://chat.example/t",
    pending_update_count: 0,
    last_error_message: "Wrong response from the webhook: 500 Internal Server Error",
  });
  expect(await call("deleteWebhook")).toMatchObject({ result: true });
  expect((await call("getWebhookInfo")).result).toMatchObject({ url: "" });
});

test("messages have the documented limits of length, buttons, recipients and rate", async () => {
  let now = 1_000_000;
  const { nadia, call } = await start({ now: () => now });
  const send = (values: object) => call("sendMessage", { chat_id: 501, ...values });
  expect(await send({ text: " " })).toMatchObject({ status: 400 });
  expect(await send({ text: "x".repeat(4097) })).toMatchObject({
    description: "Bad Request: message is too long",
  });
  now += 10_000;
  const keyboard = (data: string) => ({
    text: "Size?",
    reply_markup: { inline_keyboard: [[{ text: "42", callback_data: data }]] },
  });
  expect(await send(keyboard("x".repeat(65)))).toMatchObject({
    description: "Bad Request: BUTTON_DATA_INVALID",
  });
  expect(await send(keyboard("s42"))).toMatchObject({ status: 200 });
  expect(
    await send({ text: "bold", entities: [{ type: "bold", offset: 2, length: 3 }] }),
  ).toMatchObject({ status: 400 });
  now += 10_000;
  expect(await call("sendMessage", { chat_id: 1, text: "x" })).toMatchObject({
    description: "Bad Request: chat not found",
  });
  for (let n = 0; n < 3; n++) expect(await send({ text: "x" })).toMatchObject({ status: 200 });
  expect(await send({ text: "x" })).toMatchObject({
    status: 429,
    parameters: { retry_after: 2 },
  });
  now += 2_000;
  nadia.block();
  expect(await send({ text: "x" })).toMatchObject({
    status: 403,
    description: "Forbidden: bot was blocked by the user",
  });
  nadia.unblock();
  expect(await send({ text: "x" })).toMatchObject({ status: 200 });
  expect(nadia.received).toHaveLength(5);
});

test("a pressed button is answered once, and its keyboard can be removed", async () => {
  const { nadia, call } = await start();
  const { result: sent } = await call("sendMessage", {
    chat_id: 501,
    text: "Size?",
    reply_markup: { inline_keyboard: [[{ text: "42", callback_data: "s42" }]] },
  });
  const id = nadia.press(sent.message_id, "s42");
  const { result } = await call("getUpdates");
  expect(result[0].callback_query).toMatchObject({
    id,
    data: "s42",
    from: { id: 501 },
    message: { message_id: sent.message_id, chat: { id: 501 } },
  });
  expect(await call("answerCallbackQuery", { callback_query_id: id })).toMatchObject({ ok: true });
  expect(await call("answerCallbackQuery", { callback_query_id: id })).toMatchObject({
    status: 400,
  });
  const edit = () => call("editMessageReplyMarkup", { chat_id: 501, message_id: sent.message_id });
  expect(await edit()).toMatchObject({ status: 200 });
  expect((await edit()).description).toMatch(/message is not modified/);
  expect(await call("sendChatAction", { chat_id: 501, action: "typing" })).toMatchObject({
    ok: true,
  });
  expect(nadia.actions).toEqual(["typing"]);
});

test("files go both ways with their limits", async () => {
  const { service, bot, nadia, call } = await start();
  const message = nadia.sendFile("photo", {
    name: "p.jpg",
    type: "image/jpeg",
    bytes: Buffer.from("picture"),
    caption: "this one",
  });
  const sizes = message["photo"] as { file_id: string; width: number }[];
  expect(sizes.map(({ width }) => width)).toEqual([90, 1280]);
  const { result: file } = await call("getFile", { file_id: sizes[1]?.file_id });
  const download = (path: string) => fetch(`${service.url}/file/bot${bot.token}/${path}`);
  expect(await (await download(file.file_path)).text()).toBe("picture");
  expect((await download("../secrets")).status).toBe(404);
  const large = nadia.sendFile("document", {
    name: "film.mkv",
    type: "video/x-matroska",
    bytes: Buffer.from("x"),
    announcedSize: 30_000_000,
  });
  const { file_id: largeId } = large["document"] as { file_id: string };
  expect(await call("getFile", { file_id: largeId })).toMatchObject({
    description: "Bad Request: file is too big",
  });

  const form = new FormData();
  form.set("chat_id", "501");
  form.set("caption", "receipt");
  form.set("document", new Blob(["%PDF"], { type: "application/pdf" }), "receipt.pdf");
  const sent = await fetch(`${service.url}/bot${bot.token}/sendDocument`, {
    method: "POST",
    body: form,
  });
  expect(sent.status).toBe(200);
  expect(nadia.received.at(-1)).toMatchObject({
    caption: "receipt",
    document: { file_name: "receipt.pdf", file_size: 4, mime_type: "application/pdf" },
  });
});

test("faults end, delay or replace answers, before or after the method runs", async () => {
  const { service, nadia, call } = await start();
  const send = () => call("sendMessage", { chat_id: 501, text: "x" });
  service.addFault({ method: "sendMessage", reply: { status: 502, description: "Bad Gateway" } });
  expect(await send()).toMatchObject({ status: 502, ok: false });
  expect(nadia.received).toHaveLength(0);
  service.addFault({ method: "sendMessage", isExecuted: true, reply: "reset" });
  await expect(send()).rejects.toThrow();
  expect(nadia.received).toHaveLength(1);
  service.addFault({
    method: "sendMessage",
    reply: { status: 429, description: "Too Many Requests: retry after 9", retryAfterS: 9 },
  });
  expect(await send()).toMatchObject({ parameters: { retry_after: 9 } });
  service.addFault({ method: "getMe", times: Infinity, reply: { delayMs: 1 } });
  expect(await call("getMe")).toMatchObject({ ok: true });
  service.endFaults();
  expect(await send()).toMatchObject({ status: 200 });
});
