import type { Page } from "playwright-core";
import {
  collectPageErrors,
  findAxeViolations,
  openContext,
  useSharedBrowser,
} from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openTelegramFixture,
  type TelegramFixture,
} from "../../packages/server/tests/telegram-fixture.ts";
import { chatRow, openOperatorPage } from "./inbox-fixture.ts";
import { openWidgetSite } from "./widget-site-fixture.ts";

/** Voice messages of operators and visitors, with the microphone of the browser: it beeps. */
const browser = useSharedBrowser();
let telegram: TelegramFixture;
beforeAll(async () => {
  telegram = await openTelegramFixture();
});
afterAll(async () => {
  await browser.close();
  await telegram.close();
});

/** Returns the length in seconds of a file that the browser can play, and whether it is silent. */
const decode = (page: Page, bytes: Buffer) =>
  page.evaluate(
    async (content) => {
      const audio = new OfflineAudioContext(1, 1, 48_000);
      const sound = await audio.decodeAudioData(Uint8Array.from(content).buffer);
      return { seconds: sound.duration, peak: Math.max(...sound.getChannelData(0)) };
    },
    [...bytes],
  );

test("[VOICE-001] [VOICE-002] [VOICE-010] an operator records, and Telegram gets OGG with Opus that plays", async () => {
  const ida = telegram.addUser("Ida");
  ida.write("Which one?");
  await telegram.waitForMessages(ida, 1);
  const { parlour } = telegram;
  const operator = await openOperatorPage(browser, parlour.url, parlour.owner);
  const { page } = operator;
  await chatRow(page, "Ida").click();
  await page.getByRole("button", { name: "Record a voice message" }).click();
  await page
    .getByRole("timer")
    .filter({ hasText: /^0:(?:0[2-9]|[1-5]\d)$/ })
    .waitFor();
  await page.keyboard.press("Enter");
  const file = page.getByRole("list", { name: "Files to send" });
  await file.getByText("Ready to send").waitFor();
  await expect
    .poll(() => file.locator("audio").evaluate((audio: HTMLAudioElement) => audio.readyState))
    .toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  await telegram.telegram.waitUntil(() => ida.received.length === 1);
  const { voice } = ida.received[0] as unknown as {
    readonly voice: { readonly file_id: string; readonly file_name: string };
  };
  expect(voice.file_name).toBe("voice-message.ogg");
  const { url } = telegram.telegram;
  const { token } = telegram.bot;
  const answer = await fetch(`${url}/bot${token}/getFile?file_id=${voice.file_id}`);
  const { result } = (await answer.json()) as { readonly result: { readonly file_path: string } };
  const received = await fetch(`${url}/file/bot${token}/${result.file_path}`);
  const { seconds, peak } = await decode(page, Buffer.from(await received.arrayBuffer()));
  expect(seconds).toBeGreaterThan(1.5);
  expect(peak).toBeGreaterThan(0.1);
  await page.getByRole("button", { name: /Playback speed/ }).waitFor();
  await operator.checkAndClose();
});

test("[VOICE-020] [VOICE-022] [WG-088] a visitor records, listens and sends, and the chat has a voice message", async () => {
  const fixture = await openWidgetSite();
  const widget = await fixture.createWidget({ voice: true, language: "en" });
  fixture.setPage("/", widget);
  const page = await (await openContext(fixture.browser)).newPage();
  const faults = collectPageErrors(page);
  await page.goto(fixture.site.url);
  await page.locator("parlour-widget button.l").click();
  const form = page.frameLocator("parlour-widget iframe");
  await form.getByRole("button", { name: "Record a voice message" }).click();
  await form
    .getByRole("timer")
    .filter({ hasText: /^0:(?:0[2-9]|[1-5]\d)$/ })
    .waitFor();
  await page.keyboard.press("Enter");
  const recording = form.getByRole("group", { name: "Voice message" });
  await expect
    .poll(() => recording.locator("audio").evaluate((audio: HTMLAudioElement) => audio.readyState))
    .toBeGreaterThan(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await recording.getByRole("button", { name: "Send" }).click();
  await expect.poll(async () => (await fixture.listChats("waiting")).length).toBe(1);
  const [chat] = await fixture.listChats("waiting");
  expect(chat?.last_message?.media).toMatchObject({
    type: "voice",
    duration: expect.any(Number),
    file_name: "voice-message.ogg",
  });
  await form.locator("audio").waitFor();
  expect(faults).toEqual([]);
  await fixture.close();
});
