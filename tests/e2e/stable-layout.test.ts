import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  offerCard,
  openInboxFixture,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, findPiledText } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/**
 * Banners come and go without moving the page. The browser itself reports what moved between two
 * frames, also after a press, which its usual score excuses.
 */

let fixture: InboxFixture;
let chatId: number;
/** One page of the operator and one of the owner. Each test sets their size and address. */
let pages: Readonly<Record<"operator" | "owner", OperatorPage>>;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  const { parlour, operator, channel } = fixture;
  await parlour.sendCustomerMessage(channel, "anna", "Hello", { sender: { name: "Anna" } });
  ({ id: chatId } = await parlour.findChat("anna"));
  await operator.call("POST", `chats/${chatId}/accept`);
  await parlour.sendCustomerMessage(channel, "ben", "Hello", { sender: { name: "Ben" } });
  const options = { cuts: true, clock: true, setUpContext: recordShifts };
  pages = {
    operator: await fixture.openOperatorPage(operator, options),
    owner: await fixture.openOperatorPage(parlour.owner, options),
  };
  await offerCard(pages.operator.page).getByText("Hello").waitFor();
});
afterEach(() => fixture.proxy?.setMode("pass"));
afterAll(async () => {
  for (const opened of Object.values(pages)) await opened.checkAndClose();
  await fixture.close();
});

interface ShiftRecord {
  /** Returns the shifts since the last call. */
  takeShifts(): readonly string[];
  /** Blocks sound until the next press, as when the system takes the audio device. */
  blockSound(): void;
}

/** Records each shift except of times, and keeps sound blocked until a press. */
async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let shifts: string[] = [];
    const record = (entries: PerformanceEntryList): void => {
      for (const entry of entries as (PerformanceEntry & {
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
    };
    const observer = new PerformanceObserver((list) => record(list.getEntries()));
    observer.observe({ type: "layout-shift" });
    let isPressed = false;
    addEventListener("pointerdown", () => (isPressed = true), { capture: true });
    let state = "suspended";
    const contexts = new Set<AudioContext>();
    Object.defineProperty(AudioContext.prototype, "state", { get: () => state });
    Object.defineProperty(AudioContext.prototype, "resume", {
      value(this: AudioContext) {
        contexts.add(this);
        if (isPressed) state = "running";
        return Promise.resolve();
      },
    });
    Object.assign(globalThis, {
      takeShifts() {
        record(observer.takeRecords());
        const taken = shifts;
        shifts = [];
        return taken;
      },
      blockSound() {
        isPressed = false;
        state = "interrupted";
        for (const audio of contexts) audio.dispatchEvent(new Event("statechange"));
      },
    });
  });
}
/** Opens a screen in a window size. The banner about sound is shown when this returns. */
async function openScreen(
  { page }: OperatorPage,
  viewport: (typeof sizes)[number],
  path: string,
): Promise<void> {
  await page.setViewportSize(viewport);
  await navigateTo(page, path);
  await page.evaluate(() => (globalThis as unknown as ShiftRecord).blockSound());
  await page.clock.runFor(1_000);
  await page.getByText("Sound is off.").waitFor();
  await page.evaluate(() => document.fonts.ready);
}
/** Presses the button of the banner. A click would look for the button again after the press. */
async function turnOnSound(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Turn on", exact: true }).hover();
  await page.mouse.down();
  await page.mouse.up();
  await page.getByText("Sound is off.").waitFor({ state: "detached" });
}
/** Runs a step and returns the shifts that it caused. */
async function listShifts(page: Page, step: () => Promise<unknown>): Promise<readonly string[]> {
  // The page's own frames have the clock of the test. An observer is called in a real one.
  const settle = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++)
        await new Promise((done) => new IntersectionObserver(done).observe(document.body));
    });
  const takeShifts = () => page.evaluate(() => (globalThis as unknown as ShiftRecord).takeShifts());
  await settle();
  await takeShifts();
  await step();
  await settle();
  return takeShifts();
}

const wide = { width: 1440, height: 900 };
const sizes = [wide, { width: 390, height: 844 }];
const screens: readonly (readonly [name: string, getPath: () => string, isOperator: boolean])[] = [
  ["the inbox", () => "/inbox/all", true],
  ["a conversation", () => `/inbox/all/${chatId}`, true],
  ["a settings page", () => "/settings/routing", false],
  ["a list", () => "/visitors", false],
];
test.each(screens)(
  "[CORE-390] banners about sound, presence and connection move nothing on %s",
  async (_, getPath, isOperator) => {
    const { proxy } = fixture;
    const operatorPage = pages[isOperator ? "operator" : "owner"];
    const { page } = operatorPage;
    // On phones they take their place above the screen (CORE-483).
    await openScreen(operatorPage, wide, getPath());
    const away = page.getByRole("region", { name: "You are away." });
    const offline = page.locator(".banners").getByText(/^Offline since/);
    const connected = page.locator("[aria-label='Connected to the server']");
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
      ["sound", () => turnOnSound(page)],
      [
        "offline",
        async () => {
          proxy?.setMode("cut");
          await connected.waitFor({ state: "detached" });
          await page.clock.runFor(2_500);
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
    for (const [name, step] of steps) expect(await listShifts(page, step), name).toEqual([]);
  },
);

test("[CORE-390] [CORE-483] on a phone a notice with two buttons takes its place above the screen: text over the whole width, buttons below", async () => {
  const { page } = pages.owner;
  await page.route("**/api/v1/endpoints*", async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { items: object[] };
    const failing = {
      state: "on",
      failing_since: "2020-01-02T03:04:05.000Z",
      recent: { total: 8, failed: 2, delivered: 6 },
      last_failure: { at: "2020-01-02T03:04:05.000Z", outcome: "refused", status: 200 },
    };
    list.items = list.items.slice(0, 1).map((endpoint) => ({ ...endpoint, ...failing }));
    await route.fulfill({ response, json: list });
  });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 });
    await navigateTo(page, "/inbox/all");
    await navigateTo(page, "/integrations/deliveries");
    const notice = page.locator(".banners .banner.bad");
    await notice.getByText("has been failing since").waitFor();
    const boxOf = (selector: string) =>
      notice.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());
    const [card, text, buttons] = await Promise.all([
      boxOf("xpath=."),
      boxOf(".grow"),
      boxOf(".banneracts"),
    ]);
    expect(text.width).toBeGreaterThan(card.width - 32);
    expect(buttons.top).toBeGreaterThanOrEqual(text.bottom);
    const isOverScreen = await page.evaluate(
      () =>
        document.querySelector(".banners")!.getBoundingClientRect().bottom >
        document.querySelector("#screen")!.getBoundingClientRect().top + 1,
    );
    expect(isOverScreen).toBe(false);
    expect(await checkScreen(page, "phone notice", { views: ["phone"] })).toEqual([]);
  }
  await page.unroute("**/api/v1/endpoints*");
});

test("[CORE-483] the check of a screen finds a text in a box narrower than 8 characters", async () => {
  const page = await pages.owner.page.context().newPage();
  await page.setContent(
    `<p style="width: 3em">Shop has been failing since 3:05</p><p>A text over the whole width of the page</p>`,
  );
  expect(await findPiledText(page)).toEqual([
    "a box narrower than 8 characters for “Shop has been failing since 3:05”",
  ]);
  await page.close();
});

const forms: readonly (readonly [page: string, getPath: () => string, field: string])[] = [
  ["a person", () => `/settings/people/${fixture.operator.id}`, "Name"],
  ["routing", () => "/settings/routing", "Widen to other operators after"],
];
test.each(forms)(
  "[CORE-393] the save bar appears directly below the last field, within the form, and moves nothing: %s",
  async (_, getPath, field) => {
    const { page } = pages.owner;
    for (const viewport of sizes) {
      await openScreen(pages.owner, viewport, getPath());
      const save = page.getByRole("button", { name: /^Save/ });
      const input = page.getByRole("textbox", { name: field });
      await input.waitFor();
      await turnOnSound(page);
      expect(
        await listShifts(page, async () => {
          await input.pressSequentially("1");
          await save.waitFor();
        }),
      ).toEqual([]);
      const fields = page.locator(".formpage .fields");
      const [form, title, button] = await Promise.all([
        fields.boundingBox(),
        fields.getByRole("heading").first().boundingBox(),
        save.boundingBox(),
      ]);
      if (form === null || button === null) throw new Error("the form or its button is not shown");
      expect(form.width).toBeLessThanOrEqual(720);
      expect(button.y - form.y - form.height).toBeLessThanOrEqual(24);
      expect(button.x).toBe(title?.x);
      await page.getByRole("button", { name: "Discard" }).click();
      await save.waitFor({ state: "detached" });
    }
  },
);
