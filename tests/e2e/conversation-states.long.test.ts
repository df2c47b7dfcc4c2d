import type { Page } from "playwright-core";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bubble, message, openDesk, ready, talk, type Desk, type Seat } from "./desk.ts";
import { addBot, type DeskBot } from "./integrators.ts";
import { every, look, narrow, isLongRun, usual, type View } from "./look.ts";
import { pictureOf, silence } from "./picture.ts";
import { longText } from "./scene.ts";

/** A conversation with every kind of bubble, in every state of its screen and every view. */

let desk: Desk;
let bot: DeskBot;
let seat: Seat;
let ivan: TestOperator;
let viewer: TestOperator;
let full: number;
const answers = new Map<string, "ok" | "hang" | { body: string }>();

beforeAll(async () => {
  desk = await openDesk({ proxied: true });
  const { parlour, channel, integrator } = desk;
  ivan = await parlour.operator("operator", "Ivan Petrov");
  viewer = await parlour.operator("viewer", "Vera Novak");
  await parlour.owner.call("PATCH", `channels/${channel.id}`, { operators: [desk.operator.id, ivan.id, viewer.id] });
  integrator.respondWith(({ method, path, body }) => {
    if (method === "GET")
      return path.startsWith("/p/") ? { headers: { "content-type": "image/png" }, body: pictureOf(640, 480) } : { status: 404 };
    const { message: sent } = JSON.parse(body) as { message: { text?: string } };
    return answers.get(sent.text ?? "") ?? "ok";
  });
  bot = await addBot(desk, "Shop assistant");
  full = await playAll();
  seat = await desk.sit(undefined, { cuts: true });
});
afterAll(async () => {
  await seat.leave();
  await bot.provider.close();
  await desk.close();
});

const say = async (customer: string, said: object, sender: object = {}): Promise<void> => {
  const { randomString, publicId } = desk.channel;
  const answer = await desk.parlour.call("POST", `/channel/${randomString}/${publicId}`, {
    sender: { id: customer, ...sender },
    message: said,
  });
  expect(answer.text).toBe('{"result":"ok"}');
};
let written = 0;
const reply = async (chatId: number, text: string, kind = "text", who = desk.operator): Promise<void> => {
  const { status } = await who.call("POST", `chats/${chatId}/messages`, { kind, text, client_id: `all-${++written}` });
  expect(status).toBe(201);
};
async function replyFile(chatId: number, name: string, type: string, bytes: Buffer, more: object = {}): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)], { type }), name);
  const {
    operator,
    parlour: { url },
  } = desk;
  const stored = await fetch(`${url}/api/v1/uploads`, { method: "POST", headers: { authorization: `Bearer ${operator.key}` }, body: form });
  expect(stored.status).toBe(201);
  const { id } = (await stored.json()) as { id: number };
  const sent = await operator.call("POST", `chats/${chatId}/messages`, {
    kind: "file",
    upload_id: id,
    client_id: `all-${++written}`,
    ...more,
  });
  expect(sent.status, sent.text).toBe(201);
}

/** Creates every kind of bubble, of every kind of author. */
async function playAll(): Promise<number> {
  const { parlour, integrator } = desk;
  const at = (path: string): string => `${integrator.url}${path}`;
  await say(
    "anna",
    { type: "text", text: "Where is my order?" },
    { name: "Anna Kovács", photo: at("/p/anna.png"), email: "anna@example.com" },
  );
  const { id } = await parlour.findChat("anna");
  await bot.provider.waitForEvents(1);
  const botSays = async (content: object): Promise<void> => {
    const event = { id: `b${++written}`, client_id: "c", chat_id: String(id), event: "BOT_MESSAGE" };
    expect(await bot.post({ ...event, message: { timestamp: 1_795_000_000, ...content } })).toBe(200);
  };
  await botSays({ type: "TEXT", text: "Hello Anna, let me look." });
  await botSays({
    type: "MARKDOWN",
    content: "It is **on its way**, see [the *tracking* page](https://track.example/7781)",
    text: "On its way.",
  });
  const buttons = [
    { text: "Order 7781", id: "o1" },
    { text: "Order 7790", id: "o2" },
  ];
  await botSays({ type: "BUTTONS", title: "Which order?", text: "Order 7781 or 7790?", buttons });
  await say("anna", { type: "text", text: "Order 7781" });
  await desk.operator.call("POST", `chats/${id}/join`);
  await ivan.call("POST", `chats/${id}/join`);
  await say("anna", { type: "text", text: longText });
  await say("anna", { type: "text", text: "مرحبا، هل يمكنني تغيير العنوان؟ https://shop.example/a?b=1" });
  await say("anna", { type: "text", text: `${"unbroken".repeat(40)} https://shop.example/${"x".repeat(200)}` });
  await say("anna", {
    type: "photo",
    file: at("/p/1.png"),
    thumb: at("/p/1t.png"),
    file_name: "pot.png",
    file_size: 48_213,
    width: 640,
    height: 480,
    text: "this one",
  });
  await say("anna", { type: "photo", file: at("/gone"), file_name: "gone.png", file_size: 9, emoji: "🫖" });
  await say("anna", {
    type: "photo",
    file: at("/gone"),
    file_name: `${"a-very-long-name".repeat(8)}.png`,
    file_size: 9,
    width: 90,
    height: 1200,
  });
  await say("anna", { type: "sticker", file: at("/p/s.png"), file_name: "s.png", file_size: 9, emoji: "👍" });
  await say("anna", {
    type: "video",
    file: "https://cdn.shop.example/lid.mp4",
    file_name: "lid.mp4",
    file_size: 9_000_000,
    duration: 75,
    text: "see the crack",
  });
  await say("anna", {
    type: "audio",
    file: "https://cdn.shop.example/s.mp3",
    file_name: "s.mp3",
    file_size: 9,
    performer: "The Pots",
    title: "Boiling",
  });
  await say("anna", { type: "voice", file: "https://cdn.shop.example/v.ogg", file_name: "v.ogg", file_size: 30_000, duration: 9 });
  await say("anna", { type: "document", file: "https://cdn.shop.example/form.pdf", file_name: "form.pdf", file_size: 86_016 });
  await say("anna", { type: "location", latitude: 59.32938, longitude: 18.06871 });
  answers.set("This one is refused", { body: JSON.stringify({ error: { code: "recipient_blocked", message: "Recipient has left" } }) });
  answers.set("This one is unconfirmed", { body: "" });
  await reply(id, "Hello Anna, I’m sorry about that. https://shop.example/returns");
  await reply(id, "This one is refused");
  await reply(id, "This one is unconfirmed");
  await reply(id, "Third cracked lid in this batch. Refund in full.", "note");
  await reply(id, "I can send one today", "text", ivan);
  await reply(id, "She is a good customer", "note", ivan);
  await replyFile(id, "new-lid.png", "image/png", pictureOf(900, 1200), { text: "this is the new lid" });
  await replyFile(id, "small.png", "image/png", pictureOf(60, 40));
  await replyFile(id, "ring.wav", "audio/wav", silence(2), { duration: 2 });
  await replyFile(id, "said.wav", "audio/wav", silence(1), { duration: 1, voice: true });
  await replyFile(id, "invoice.pdf", "application/pdf", Buffer.from("%PDF-1.4\n%%EOF\n"));
  await ivan.call("POST", `chats/${id}/leave`);
  await parlour.settle();
  return id;
}

/** Checks the whole conversation at once in a window tall enough to show it. */
const everyLook = (page: Page, name: string, views: readonly View[] = isLongRun ? every : usual): Promise<readonly string[]> =>
  look(page, name, { views, tall: true });

/** Views for the other states. */
const short: readonly View[] = isLongRun ? usual : ["phone"];
/** Views for a sentence in place of the composer, which the first check does not show. */
const sentence: readonly View[] = isLongRun ? narrow : ["light"];

/**
 * One shared conversation, because it is expensive to create. The third test disconnects and
 * answers it, the last one closes it.
 */
describe("one conversation until it is closed", { shuffle: false }, () => {
  test("[CH-065] [BOT-046] [CORE-052] every kind of bubble, live", async () => {
    const { page } = seat;
    await page.goto(`${desk.url}/inbox/all/${full}`);
    await ready(page);
    await bubble(page, "This one is refused").getByText("Not delivered").waitFor();
    await message(page).fill("Half a reply");
    await say("anna", { type: "typein" });
    await talk(page).getByText("Anna Kovács is typing").waitFor();
    expect((await everyLook(page, "all-live")).join("\n")).toBe("");
  });

  test("[API-071] [CORE-060] files in the composer: ready, under way, refused, lost", async () => {
    const page = await seat.tab(`/inbox/all/${full}`);
    await ready(page);
    const files = page.locator("input[type=file]");
    await files.setInputFiles({ name: "ready.png", mimeType: "image/png", buffer: pictureOf(64, 64) });
    await page.getByText("Ready to send").waitFor();
    await page.route("**/uploads", () => undefined);
    await files.setInputFiles({ name: "lost.png", mimeType: "image/png", buffer: pictureOf(64, 64) });
    await page.getByRole("progressbar", { name: "Upload of lost.png" }).waitFor();
    await page.reload();
    await ready(page);
    await files.setInputFiles([
      { name: `${"under-way".repeat(9)}.png`, mimeType: "image/png", buffer: pictureOf(64, 64) },
      { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>") },
      { name: "second.txt", mimeType: "text/plain", buffer: Buffer.from("words") },
      { name: "third.txt", mimeType: "text/plain", buffer: Buffer.from("words") },
    ]);
    await page.getByText("Waits for its turn").first().waitFor();
    expect((await everyLook(page, "all-files", short)).join("\n")).toBe("");
    await page.close();
  });

  test("[CORE-044] [CORE-045] offline, with replies and files that wait; then held by a colleague's answer", async () => {
    // Another browser: settings that the previous test chose are stored in the first one.
    const own = await desk.sit(undefined, { path: `/inbox/all/${full}`, cuts: true });
    const { page } = own;
    await ready(page);
    desk.proxy?.setMode("cut");
    await page.getByRole("button", { name: /^Offline since/ }).waitFor();
    await message(page).fill("Waiting for the line");
    await message(page).press("Enter");
    await bubble(page, "Waiting for the line").waitFor();
    await page.locator("input[type=file]").setInputFiles({ name: "later.png", mimeType: "image/png", buffer: pictureOf(64, 64) });
    await page.getByRole("list", { name: "Files to send" }).getByText("later.png").waitFor();
    await message(page).fill("and its picture");
    await message(page).press("Enter");
    await bubble(page, "and its picture").getByText("later.png").waitFor();
    expect((await everyLook(page, "all-offline", isLongRun ? every : ["light"])).join("\n")).toBe("");
    await ivan.call("POST", `chats/${full}/join`);
    await reply(full, "I have answered her", "text", ivan);
    desk.proxy?.setMode("pass");
    await page.getByRole("button", { name: /^(Offline since|Connection)/ }).click();
    await expect.poll(() => page.getByRole("button", { name: "Send anyway" }).count()).toBe(2);
    expect((await everyLook(page, "all-held", short)).join("\n")).toBe("");
    for (const n of [1, 2]) {
      await page.getByRole("button", { name: "Discard" }).first().click();
      await expect.poll(() => page.getByRole("button", { name: "Discard" }).count()).toBe(2 - n);
    }
    await own.leave();
  });

  test("[CORE-001] the same to a viewer and beside a colleague; and closed", async () => {
    const own = await desk.sit(viewer, { path: `/inbox/all/${full}` });
    await ready(own.page);
    await talk(own.page).getByText("You can read here, not answer.").waitFor();
    const wrong = [...(await everyLook(own.page, "all-read", sentence))];
    await own.leave();
    await desk.operator.call("POST", `chats/${full}/leave`);
    const { page } = seat;
    await page.goto(`${desk.url}/inbox/all/${full}`);
    await ready(page);
    await talk(page).getByRole("button", { name: "Join" }).first().waitFor();
    wrong.push(...(await everyLook(page, "all-other", sentence)));
    expect((await ivan.call("POST", `chats/${full}/close`, { reason: "done" })).status).toBe(200);
    await talk(page).getByText("This chat is closed.").waitFor();
    wrong.push(...(await everyLook(page, "all-closed", short)));
    expect(wrong.join("\n")).toBe("");
  });
});
