import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openInboxFixture, type InboxFixture } from "./inbox-fixture.ts";

/**
 * Banners come and go without moving the page. The browser itself reports what moved between two
 * frames, also after a press, which its usual score excuses.
 */

let fixture: InboxFixture;
let chatId: number;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  const { parlour, operator, channel } = fixture;
  await parlour.sendCustomerMessage(channel, "anna", "Hello", { sender: { name: "Anna" } });
  ({ id: chatId } = await parlour.findChat("anna"));
  await operator.call("POST", `chats/${chatId}/accept`);
  await parlour.sendCustomerMessage(channel, "ben", "Hello", { sender: { name: "Ben" } });
});
afterAll(() => fixture.close());
afterEach(() => fixture.proxy?.setMode("pass"));

/** Records each shift except of times, and keeps sound blocked until a press. */
async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        for (const { node, previousRect: from, currentRect: to } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          // Times that pass get wider, whatever else happens.
          if (element && element.closest("time, .timer") === null)
            shifts.push(
              `${element.nodeName} ${element.className}: ${from.x} ${from.y} to ${to.x} ${to.y}`,
            );
        }
    }).observe({ type: "layout-shift" });
    let isPressed = false;
    addEventListener("pointerdown", () => (isPressed = true), { capture: true });
    let isRunning = false;
    Object.defineProperty(AudioContext.prototype, "state", {
      get: () => (isRunning ? "running" : "suspended"),
    });
    Object.defineProperty(AudioContext.prototype, "resume", {
      value: () => {
        isRunning = isPressed;
        return Promise.resolve();
      },
    });
  });
}
/** Runs a step and returns the shifts that it caused. */
async function listShifts(page: Page, step: () => Promise<unknown>): Promise<readonly string[]> {
  const settle = () =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  await settle();
  await page.evaluate(() => ((globalThis as unknown as { shifts: string[] }).shifts.length = 0));
  await step();
  await settle();
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const screens: readonly (readonly [name: string, getPath: () => string, isOperator: boolean])[] = [
  ["the inbox", () => "/inbox/all", true],
  ["a conversation", () => `/inbox/all/${chatId}`, true],
  ["a settings page", () => "/settings/routing", false],
  ["a list", () => "/visitors", false],
];
test.each(screens)(
  "[CORE-390] banners about sound, presence and connection move nothing on %s",
  async (_, getPath, isOperator) => {
    const { parlour, operator, proxy } = fixture;
    const person = isOperator ? operator : parlour.owner;
    for (const viewport of sizes) {
      const operatorPage = await fixture.openOperatorPage(person, {
        ...viewport,
        path: getPath(),
        cuts: true,
        setUpContext: recordShifts,
      });
      const { page } = operatorPage;
      const sound = page.getByText("Sound is off.");
      await sound.waitFor();
      await page.evaluate(() => document.fonts.ready);
      const away = page.getByRole("region", { name: "You are away." });
      const offline = page.locator(".banners").getByText(/^Offline since/);
      const setPresence = (status: string) =>
        page.evaluate(
          (body) =>
            fetch("/api/v1/me/presence", {
              method: "PUT",
              headers: { "content-type": "application/json" },
              body,
            }).then(({ status }) => status),
          JSON.stringify({ status }),
        );
      const steps: [string, () => Promise<unknown>][] = [
        [
          "sound",
          async () => {
            // The press itself removes the banner. A click would look for the button again.
            await page.getByRole("button", { name: "Turn on", exact: true }).hover();
            await page.mouse.down();
            await page.mouse.up();
            await sound.waitFor({ state: "detached" });
          },
        ],
        [
          "offline",
          async () => {
            proxy?.setMode("cut");
            await offline.waitFor();
          },
        ],
        [
          "online",
          async () => {
            proxy?.setMode("pass");
            await page
              .getByRole("button", { name: "Retry now" })
              .evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
            await offline.waitFor({ state: "detached" });
          },
        ],
      ];
      if (isOperator)
        steps.push(
          [
            "away",
            async () => {
              await setPresence("away");
              await away.waitFor();
            },
          ],
          [
            "closed",
            async () => {
              await away.getByRole("button", { name: "Close" }).click();
              await away.getByText("You are away.").waitFor({ state: "detached" });
            },
          ],
          [
            "back",
            async () => {
              await setPresence("online");
              await away.waitFor({ state: "detached" });
            },
          ],
        );
      for (const [name, step] of steps)
        expect(await listShifts(page, step), `${name} at ${viewport.width} px`).toEqual([]);
      await operatorPage.checkAndClose();
    }
  },
);

const forms: readonly (readonly [page: string, getPath: () => string, field: string])[] = [
  ["a person", () => `/settings/people/${fixture.operator.id}`, "Name"],
  ["routing", () => "/settings/routing", "Widen to other operators after"],
];
test.each(forms)(
  "[CORE-393] the save bar appears directly below the last field, within the form, and moves nothing: %s",
  async (_, getPath, field) => {
    for (const viewport of sizes) {
      const operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, {
        ...viewport,
        path: getPath(),
        setUpContext: recordShifts,
      });
      const { page } = operatorPage;
      const save = page.getByRole("button", { name: /^Save/ });
      const input = page.getByRole("textbox", { name: field });
      await input.waitFor();
      await page.getByText("Sound is off.").waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      expect(
        await listShifts(page, async () => {
          await input.pressSequentially("1");
          await save.waitFor();
        }),
      ).toEqual([]);
      const card = page.locator(".formpage .card").first();
      const [form, button] = await Promise.all([card.boundingBox(), save.boundingBox()]);
      if (form === null || button === null) throw new Error("the form or its button is not shown");
      expect(form.width).toBeLessThanOrEqual(720);
      expect(button.y - form.y - form.height).toBeLessThanOrEqual(24);
      expect(button.x - form.x).toBeLessThanOrEqual(32);
      await page.getByRole("button", { name: "Discard" }).click();
      await save.waitFor({ state: "detached" });
      await operatorPage.checkAndClose();
    }
  },
);
