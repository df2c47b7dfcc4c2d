import type { Page } from "playwright-core";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  waitUntilLive,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
  reconnect,
} from "./inbox-fixture.ts";
import { addBot, type TestBot } from "./integrators.ts";
import {
  allViews,
  checkScreen,
  narrowViews,
  isLongRun,
  usualViews,
  type View,
} from "./screen-check.ts";
import { createPng, createSilentWav } from "./media-samples.ts";
import { longText } from "./sample-chats.ts";

/** A conversation with every kind of bubble, in every state of its screen and every view. */

let fixture: InboxFixture;
let bot: TestBot;
let operatorPage: OperatorPage;
let ivan: TestOperator;
let viewer: TestOperator;
let fullChatId: number;
const responses = new Map<string, "ok" | "hang" | { body: string }>();

beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  const { parlour, channel, integrator } = fixture;
  ivan = await parlour.operator("operator", "Ivan Petrov");
  viewer = await parlour.operator("viewer", "Vera Novak");
  await parlour.owner.call("PATCH", `channels/${channel.id}`, {
    operators: [fixture.operator.id, ivan.id, viewer.id],
  });
  integrator.respondWith(({ method, path, body }) => {
    if (method === "GET")
      return path.startsWith("/p/")
        ? { headers: { "content-type": "image/png" }, body: createPng(640, 480) }
        : { status: 404 };
    const { message: sent } = JSON.parse(body) as { message: { text?: string } };
    return responses.get(sent.text ?? "") ?? "ok";
  });
  bot = await addBot(fixture, "Shop assistant");
  fullChatId = await createAllBubbles();
  operatorPage = await fixture.openOperatorPage(undefined, { cuts: true });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await bot.provider.close();
  await fixture.close();
});

const sendCustomerMessage = async (
  customer: string,
  message: object,
  sender: object = {},
): Promise<void> => {
  const { randomString, publicId } = fixture.channel;
  const answer = await fixture.parlour.call("POST", `/channel/${randomString}/${publicId}`, {
    sender: { id: customer, ...sender },
    message: message,
  });
  expect(answer.text).toBe('{"result":"ok"}');
};
let replyCount = 0;
const sendReply = async (
  chatId: number,
  text: string,
  kind = "text",
  author = fixture.operator,
): Promise<void> => {
  const { status } = await author.call("POST", `chats/${chatId}/messages`, {
    kind,
    text,
    client_id: `all-${++replyCount}`,
  });
  expect(status).toBe(201);
};
async function sendReplyFile(
  chatId: number,
  name: string,
  type: string,
  bytes: Buffer,
  more: object = {},
): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)], { type }), name);
  const {
    operator,
    parlour: { url },
  } = fixture;
  const stored = await fetch(`${url}/api/v1/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${operator.key}` },
    body: form,
  });
  expect(stored.status).toBe(201);
  const { id } = (await stored.json()) as { id: number };
  const sent = await operator.call("POST", `chats/${chatId}/messages`, {
    kind: "file",
    upload_id: id,
    client_id: `all-${++replyCount}`,
    ...more,
  });
  expect(sent.status, sent.text).toBe(201);
}

/** Creates every kind of bubble, of every kind of author. */
async function createAllBubbles(): Promise<number> {
  const { parlour, integrator } = fixture;
  const at = (path: string): string => `${integrator.url}${path}`;
  await sendCustomerMessage(
    "anna",
    { type: "text", text: "Where is my order?" },
    { name: "Anna Kovács", photo: at("/p/anna.png"), email: "anna@example.com" },
  );
  const { id } = await parlour.findChat("anna");
  await bot.provider.waitForEvents(1);
  const botSays = async (content: object): Promise<void> => {
    const event = {
      id: `b${++replyCount}`,
      client_id: "c",
      chat_id: String(id),
      event: "BOT_MESSAGE",
    };
    expect(await bot.post({ ...event, message: { timestamp: 1_795_000_000, ...content } })).toBe(
      200,
    );
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
  await sendCustomerMessage("anna", { type: "text", text: "Order 7781" });
  await fixture.operator.call("POST", `chats/${id}/join`);
  await ivan.call("POST", `chats/${id}/join`);
  await sendCustomerMessage("anna", { type: "text", text: longText });
  await sendCustomerMessage("anna", {
    type: "text",
    text: "مرحبا، هل يمكنني تغيير العنوان؟ https://shop.example/a?b=1",
  });
  await sendCustomerMessage("anna", {
    type: "text",
    text: `${"unbroken".repeat(40)} https://shop.example/${"x".repeat(200)}`,
  });
  await sendCustomerMessage("anna", {
    type: "photo",
    file: at("/p/1.png"),
    thumb: at("/p/1t.png"),
    file_name: "pot.png",
    file_size: 48_213,
    width: 640,
    height: 480,
    text: "this one",
  });
  await sendCustomerMessage("anna", {
    type: "photo",
    file: at("/gone"),
    file_name: "gone.png",
    file_size: 9,
    emoji: "🫖",
  });
  await sendCustomerMessage("anna", {
    type: "photo",
    file: at("/gone"),
    file_name: `${"a-very-long-name".repeat(8)}.png`,
    file_size: 9,
    width: 90,
    height: 1200,
  });
  await sendCustomerMessage("anna", {
    type: "sticker",
    file: at("/p/s.png"),
    file_name: "s.png",
    file_size: 9,
    emoji: "👍",
  });
  await sendCustomerMessage("anna", {
    type: "video",
    file: "https://cdn.shop.example/lid.mp4",
    file_name: "lid.mp4",
    file_size: 9_000_000,
    duration: 75,
    text: "see the crack",
  });
  await sendCustomerMessage("anna", {
    type: "audio",
    file: "https://cdn.shop.example/s.mp3",
    file_name: "s.mp3",
    file_size: 9,
    performer: "The Pots",
    title: "Boiling",
  });
  await sendCustomerMessage("anna", {
    type: "voice",
    file: "https://cdn.shop.example/v.ogg",
    file_name: "v.ogg",
    file_size: 30_000,
    duration: 9,
  });
  await sendCustomerMessage("anna", {
    type: "document",
    file: "https://cdn.shop.example/form.pdf",
    file_name: "form.pdf",
    file_size: 86_016,
  });
  await sendCustomerMessage("anna", { type: "location", latitude: 59.32938, longitude: 18.06871 });
  responses.set("This one is refused", {
    body: JSON.stringify({ error: { code: "recipient_blocked", message: "Recipient has left" } }),
  });
  responses.set("This one is unconfirmed", { body: "" });
  await sendReply(id, "Hello Anna, I’m sorry about that. https://shop.example/returns");
  await sendReply(id, "This one is refused");
  await sendReply(id, "This one is unconfirmed");
  await sendReply(id, "Third cracked lid in this batch. Refund in full.", "note");
  await sendReply(id, "I can send one today", "text", ivan);
  await sendReply(id, "She is a good customer", "note", ivan);
  await sendReplyFile(id, "new-lid.png", "image/png", createPng(900, 1200), {
    text: "this is the new lid",
  });
  await sendReplyFile(id, "small.png", "image/png", createPng(60, 40));
  await sendReplyFile(id, "ring.wav", "audio/wav", createSilentWav(2), { duration: 2 });
  await sendReplyFile(id, "said.wav", "audio/wav", createSilentWav(1), {
    duration: 1,
    voice: true,
  });
  await sendReplyFile(id, "invoice.pdf", "application/pdf", Buffer.from("%PDF-1.4\n%%EOF\n"));
  await ivan.call("POST", `chats/${id}/leave`);
  await parlour.settle();
  return id;
}

/** Checks the whole conversation at once in a window tall enough to show it. */
const checkAllViews = (
  page: Page,
  name: string,
  views: readonly View[] = isLongRun ? allViews : usualViews,
): Promise<readonly string[]> => checkScreen(page, name, { views, tall: true });

/** Views for the other states. */
const shortViews: readonly View[] = isLongRun ? usualViews : ["phone"];
/** Views for a sentence in place of the composer, which the first check does not show. */
const sentenceViews: readonly View[] = isLongRun ? narrowViews : ["light"];

/**
 * One shared conversation, because it is expensive to create. The third test disconnects and
 * answers it, the last one closes it.
 */
describe("one conversation until it is closed", { shuffle: false }, () => {
  test("[CH-065] [BOT-046] [CORE-052] every kind of bubble, live", async () => {
    const { page } = operatorPage;
    await page.goto(`${fixture.url}/inbox/all/${fullChatId}`);
    await waitUntilLive(page);
    await messageBubble(page, "This one is refused").getByText("Not delivered").waitFor();
    await messageField(page).fill("Half a reply");
    await sendCustomerMessage("anna", { type: "typein" });
    await conversationPane(page).getByText("Anna Kovács is typing").waitFor();
    expect((await checkAllViews(page, "all-live")).join("\n")).toBe("");
  });

  test("[API-071] [CORE-060] files in the composer: ready, under way, refused, lost", async () => {
    const page = await operatorPage.openTab(`/inbox/all/${fullChatId}`);
    await waitUntilLive(page);
    const files = page.locator("input[type=file]");
    await files.setInputFiles({
      name: "ready.png",
      mimeType: "image/png",
      buffer: createPng(64, 64),
    });
    await page.getByText("Ready to send").waitFor();
    await page.route("**/uploads", () => undefined);
    await files.setInputFiles({
      name: "lost.png",
      mimeType: "image/png",
      buffer: createPng(64, 64),
    });
    await page.getByRole("progressbar", { name: "Uploading lost.png" }).waitFor();
    await page.reload();
    await waitUntilLive(page);
    await files.setInputFiles([
      { name: `${"under-way".repeat(9)}.png`, mimeType: "image/png", buffer: createPng(64, 64) },
      { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>") },
      { name: "second.txt", mimeType: "text/plain", buffer: Buffer.from("words") },
      { name: "third.txt", mimeType: "text/plain", buffer: Buffer.from("words") },
    ]);
    await page.getByText("Queued").first().waitFor();
    expect((await checkAllViews(page, "all-files", shortViews)).join("\n")).toBe("");
    await page.close();
  });

  test("[CORE-044] [CORE-045] offline, with replies and files that wait; then held by a colleague's answer", async () => {
    // Another browser: settings that the previous test chose are stored in the first one.
    const secondPage = await fixture.openOperatorPage(undefined, {
      path: `/inbox/all/${fullChatId}`,
      cuts: true,
    });
    const { page } = secondPage;
    await waitUntilLive(page);
    fixture.proxy?.setMode("cut");
    await page.getByRole("button", { name: /^Offline since/ }).waitFor();
    await messageField(page).fill("Waiting for the line");
    await messageField(page).press("Enter");
    await messageBubble(page, "Waiting for the line").waitFor();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "later.png", mimeType: "image/png", buffer: createPng(64, 64) });
    await page.getByRole("list", { name: "Files to send" }).getByText("later.png").waitFor();
    await messageField(page).fill("and its picture");
    await messageField(page).press("Enter");
    await messageBubble(page, "and its picture").getByText("later.png").waitFor();
    expect(
      (await checkAllViews(page, "all-offline", isLongRun ? allViews : ["light"])).join("\n"),
    ).toBe("");
    await ivan.call("POST", `chats/${fullChatId}/join`);
    await sendReply(fullChatId, "I have answered her", "text", ivan);
    fixture.proxy?.setMode("pass");
    await reconnect(page);
    await expect.poll(() => page.getByRole("button", { name: "Send anyway" }).count()).toBe(2);
    expect((await checkAllViews(page, "all-held", shortViews)).join("\n")).toBe("");
    for (const n of [1, 2]) {
      await page.getByRole("button", { name: "Discard" }).first().click();
      await expect.poll(() => page.getByRole("button", { name: "Discard" }).count()).toBe(2 - n);
    }
    await secondPage.checkAndClose();
  });

  test("[CORE-001] the same to a viewer and beside a colleague; and closed", async () => {
    const secondPage = await fixture.openOperatorPage(viewer, { path: `/inbox/all/${fullChatId}` });
    await waitUntilLive(secondPage.page);
    await conversationPane(secondPage.page)
      .getByText("Your role can read chats, but not reply.")
      .waitFor();
    const problems = [...(await checkAllViews(secondPage.page, "all-read", sentenceViews))];
    await secondPage.checkAndClose();
    await fixture.operator.call("POST", `chats/${fullChatId}/leave`);
    const { page } = operatorPage;
    await page.goto(`${fixture.url}/inbox/all/${fullChatId}`);
    await waitUntilLive(page);
    await conversationPane(page).getByRole("button", { name: "Join" }).first().waitFor();
    problems.push(...(await checkAllViews(page, "all-other", sentenceViews)));
    expect((await ivan.call("POST", `chats/${fullChatId}/close`, { reason: "done" })).status).toBe(
      200,
    );
    await conversationPane(page).getByText("This chat is closed.").waitFor();
    problems.push(...(await checkAllViews(page, "all-closed", shortViews)));
    expect(problems.join("\n")).toBe("");
  });
});
