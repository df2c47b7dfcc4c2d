import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAxeViolations, isLongRun } from "@parlour/testkit/browser";
import type { Reachability } from "@parlour/protocol/api/people/push";
import type { TestOperator } from "@parlour/testkit";
import {
  countSounds,
  setPageFocus,
  getSoundCount,
  getSoundEnd,
  listNotifications,
  createPushSender,
  moveToBackground,
  advanceUntilWorkerRuns,
  getServiceWorker,
} from "./notification-fixture.ts";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  advanceTime,
  waitUntilLive,
  offerCard,
  chatRow,
  freezeTime,
  type InboxFixture,
  type OperatorPage,
  type OperatorPageOptions,
} from "./inbox-fixture.ts";

let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
});
afterAll(async () => {
  await fixture.close();
});
/**
 * Opens a page with its service worker, which shows notifications and loads the application without
 * a connection. Pages of other tests have no worker.
 */
const openPage = (
  signInAs?: TestOperator,
  options: OperatorPageOptions = {},
): Promise<OperatorPage> => fixture.openOperatorPage(signInAs, { worker: true, ...options });

async function grantNotifications(context: BrowserContext): Promise<void> {
  await context.grantPermissions(["notifications"], { origin: fixture.url });
  await countSounds(context);
}
const announcement = (page: Page, text: string) =>
  page.getByRole("status").filter({ hasText: text });

async function createChat(customer: string, name: string): Promise<number> {
  await fixture.parlour.sendCustomerMessage(fixture.channel, customer, "Hello there", {
    sender: { name },
  });
  return (await fixture.parlour.findChat(customer)).id;
}
const acceptChat = (chat: number) => fixture.operator.call("POST", `chats/${chat}/accept`, {});
const closeChat = (chat: number) => fixture.operator.call("POST", `chats/${chat}/close`, {});

describe("sounds", () => {
  test("[CORE-012] of two tabs exactly one plays, again until the chat is taken; the chat in view makes no sound in either", async () => {
    const operatorPage = await fixture.openOperatorPage(undefined, { setUpContext: countSounds });
    await waitUntilLive(operatorPage.page);
    const other = await operatorPage.openTab();
    await waitUntilLive(other);
    const both = async (): Promise<readonly number[]> => [
      await getSoundCount(operatorPage.page),
      await getSoundCount(other),
    ];

    const chat = await createChat("sound-1", "Max Sound");
    await chatRow(other, "Max Sound").waitFor();
    const sorted = async () => (await both()).toSorted((a, b) => a - b);
    await expect.poll(async () => (await sorted())[1]).toBeGreaterThanOrEqual(3);
    expect((await sorted())[0]).toBe(0);
    await acceptChat(chat);
    for (const page of [operatorPage.page, other])
      await offerCard(page).waitFor({ state: "detached" });
    const rung = (await sorted())[1] ?? 0;
    expect(rung % 3).toBe(0);

    // A message in an own chat while no page has the focus.
    await fixture.parlour.sendCustomerMessage(fixture.channel, "sound-1", "Are you there?");
    await expect.poll(sorted).toEqual([0, rung + 2]);
    // All notes are heard, and then the audio device is released.
    const ends = () => Promise.all([operatorPage.page, other].map(getSoundEnd));
    await expect
      .poll(async () => (await ends()).toSorted((a, b) => a.endedNotes - b.endedNotes))
      .toEqual([
        { endedNotes: 0, state: null },
        { endedNotes: rung + 2, state: "suspended" },
      ]);

    // The message is read in one tab, and both tabs become silent.
    await other.goto(`${fixture.url}/inbox/all/${chat}`);
    await waitUntilLive(other);
    await messageBubble(other, "Are you there?").waitFor();
    await setPageFocus(other, true);
    await expect
      .poll(() =>
        operatorPage.page.evaluate(async () =>
          ((await navigator.locks.query()).held ?? []).map((one) => one.name),
        ),
      )
      .toContain(`parlour.view ${chat}`);
    const before = await both();
    await fixture.parlour.sendCustomerMessage(fixture.channel, "sound-1", "I see you");
    await messageBubble(other, "I see you").waitFor();
    await chatRow(operatorPage.page, "Max Sound").getByText("I see you").waitFor();
    expect(await both()).toEqual(before);
    await closeChat(chat);
    await operatorPage.checkAndClose();
  });

  test.runIf(isLongRun)(
    "[CORE-012] the other tab takes over when the one that played is closed; quiet hours silence both",
    async () => {
      const operatorPage = await fixture.openOperatorPage(undefined, { setUpContext: countSounds });
      await waitUntilLive(operatorPage.page);
      const other = await operatorPage.openTab();
      await waitUntilLive(other);
      await operatorPage.page.close();
      await expect
        .poll(() =>
          other.evaluate(async () =>
            ((await navigator.locks.query()).held ?? []).map((one) => one.name),
          ),
        )
        .toContain("parlour.sound");
      const chat = await createChat("sound-2", "Eva Sound");
      await expect.poll(() => getSoundCount(other)).toBeGreaterThanOrEqual(3);
      await closeChat(chat);
      await other.evaluate(() =>
        localStorage.setItem(
          "parlour.preferences",
          JSON.stringify({ quiet: { on: true, from: "00:00", to: "23:59" } }),
        ),
      );
      await other.reload();
      await waitUntilLive(other);
      const quiet = await createChat("sound-3", "Quiet Sound");
      await chatRow(other, "Quiet Sound").waitFor();
      await announcement(other, "New chat from Quiet Sound").waitFor();
      expect(await getSoundCount(other)).toBe(0);
      await closeChat(quiet);
      await operatorPage.context.close();
    },
  );
});

describe("a browser that keeps sound off", () => {
  test.runIf(isLongRun)(
    "[CORE-012] a bar says so until the first gesture, and a tab that may not play leaves it to another",
    async () => {
      const keptOff = async (context: BrowserContext): Promise<void> => {
        await countSounds(context);
        await context.addInitScript(() => {
          let allowed = false;
          let gesture = false;
          // The browser's own record of user gestures is useless here: scripts of the test tool
          // count as gestures.
          addEventListener("pointerdown", () => (gesture = true), { capture: true });
          Object.defineProperty(AudioContext.prototype, "state", {
            get: () => (allowed ? "running" : "suspended"),
          });
          Object.defineProperty(AudioContext.prototype, "resume", {
            // Without a gesture, the browser does not answer.
            value: () => {
              allowed = gesture;
              return gesture ? Promise.resolve() : new Promise<void>(() => undefined);
            },
          });
        });
      };
      const operatorPage = await fixture.openOperatorPage(undefined, { setUpContext: keptOff });
      await waitUntilLive(operatorPage.page);
      const other = await operatorPage.openTab();
      await waitUntilLive(other);
      const bar = (page: Page) => page.getByRole("button", { name: "Turn on", exact: true });
      await bar(operatorPage.page).waitFor();
      // The press itself removes the bar, so a click that searches its target again would wait
      // forever.
      await bar(other).hover();
      await other.mouse.down();
      await other.mouse.up();
      await bar(other).waitFor({ state: "detached" });
      const chat = await createChat("blocked-1", "Bea Blocked");
      await expect.poll(() => getSoundCount(other)).toBeGreaterThanOrEqual(3);
      expect(await getSoundCount(operatorPage.page)).toBe(0);
      await closeChat(chat);
      await operatorPage.checkAndClose();
    },
  );
});

describe("notices", () => {
  test("[CORE-012] a desktop notification tells of a new chat without its text, and goes when somebody takes it", async () => {
    const operatorPage = await openPage(undefined, {
      clock: true,
      notifications: true,
      setUpContext: grantNotifications,
    });
    await waitUntilLive(operatorPage.page);
    await advanceUntilWorkerRuns(operatorPage.page);
    const chat = await createChat("notice-1", "Nora Notice");
    await expect
      .poll(() => listNotifications(operatorPage.page))
      .toEqual([{ title: "New chat from Nora Notice", body: "Shop", tag: `chat-${chat}` }]);
    await acceptChat(chat);
    await expect.poll(() => listNotifications(operatorPage.page)).toEqual([]);
    // The title shows a count, and flashes only for operators who enabled it.
    await fixture.parlour.sendCustomerMessage(fixture.channel, "notice-1", "Still here?");
    await expect.poll(() => operatorPage.page.title()).toMatch(/^\(\d+\) /);
    await expect
      .poll(() => operatorPage.page.locator('link[rel="icon"]').getAttribute("href"))
      .toBe("/favicon-dot.svg");
    await closeChat(chat);
    await operatorPage.checkAndClose();
  });

  test.runIf(isLongRun)(
    "[CORE-012] the title flashes for those who asked for it, until they look",
    async () => {
      const flashes = async (context: BrowserContext): Promise<void> => {
        await countSounds(context);
        await context.addInitScript(() =>
          localStorage.setItem("parlour.preferences", JSON.stringify({ flash: true })),
        );
      };
      const operatorPage = await fixture.openOperatorPage(undefined, {
        clock: true,
        setUpContext: flashes,
      });
      await waitUntilLive(operatorPage.page);
      await freezeTime(operatorPage.page);
      const chat = await createChat("flash-1", "Flo Flash");
      await expect
        .poll(() => advanceTime(operatorPage.page, 20).then(() => operatorPage.page.title()))
        .toBe("New chat from Flo Flash");
      await advanceTime(operatorPage.page, 1_500);
      await expect.poll(() => operatorPage.page.title()).toMatch(/Parlour$/);
      await advanceTime(operatorPage.page, 1_500);
      await expect.poll(() => operatorPage.page.title()).toBe("New chat from Flo Flash");
      await setPageFocus(operatorPage.page, true);
      for (let n = 0; n < 3; n++) {
        await expect.poll(() => operatorPage.page.title()).toMatch(/Parlour$/);
        await advanceTime(operatorPage.page, 1_500);
      }
      await closeChat(chat);
      await operatorPage.checkAndClose();
    },
  );

  test("[CORE-035] [API-110] a push shows and withdraws a notice through the real worker; a click opens the chat", async () => {
    const operatorPage = await openPage(undefined, {
      clock: true,
      notifications: true,
      setUpContext: grantNotifications,
    });
    await waitUntilLive(operatorPage.page);
    await advanceUntilWorkerRuns(operatorPage.page);
    const push = await createPushSender(operatorPage.context, operatorPage.page, fixture.url);
    // A focused page shows the message itself, so the worker shows no notification. Then the page
    // loses the focus.
    const running = await getServiceWorker(operatorPage.context);
    await running.evaluate(() => {
      const scope = globalThis as unknown as {
        heard: number;
        addEventListener(name: "push", heard: () => void): void;
      };
      scope.heard = 0;
      scope.addEventListener("push", () => void (scope.heard += 1));
    });
    /**
     * Returns what the worker has received: the number of pushes, and whether a page is focused.
     * Earlier pushes are handled by then.
     */
    const readWorkerState = () =>
      running.evaluate(async () => {
        const scope = globalThis as unknown as {
          heard: number;
          clients: { matchAll(of: object): Promise<readonly { focused: boolean }[]> };
        };
        const before = scope.heard;
        const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
        return [before, pages.some(({ focused }) => focused)];
      });
    await push({
      kind: "chat_waiting",
      chat: 6,
      name: "Seen",
      number: 2,
      channel: "Shop",
      language: "en",
    });
    await expect.poll(readWorkerState).toEqual([1, true]);
    await moveToBackground(operatorPage.page);
    await expect.poll(readWorkerState).toEqual([1, false]);
    await push({
      kind: "chat_waiting",
      chat: 7,
      name: "Ivan",
      number: 3,
      channel: "Shop",
      text: "Hello",
      bot: true,
      language: "ru",
    });
    await expect
      .poll(() => listNotifications(operatorPage.page))
      .toEqual([{ title: "Ivan: нужен оператор", body: "Shop\nHello", tag: "chat-7" }]);
    await push({ kind: "chat_taken", chat: 7 });
    await expect.poll(() => listNotifications(operatorPage.page)).toEqual([]);
    await push({
      kind: "chat_waiting",
      chat: 8,
      name: null,
      number: 44,
      channel: "Shop",
      language: "en",
    });
    await expect
      .poll(() => listNotifications(operatorPage.page))
      .toMatchObject([{ title: "New chat from Visitor 44" }]);
    await push("no notice at all");
    const chat = await createChat("push-1", "Paula Push");
    await push({
      kind: "chat_waiting",
      chat,
      name: "Paula Push",
      number: 45,
      channel: "Shop",
      language: "en",
    });
    // Two: the invalid push is not counted.
    await expect.poll(() => listNotifications(operatorPage.page)).toHaveLength(2);
    await (
      await getServiceWorker(operatorPage.context)
    ).evaluate(async (tag) => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        NotificationEvent: new (name: string, init: object) => Event;
        dispatchEvent(event: Event): void;
      };
      const [notification] = await scope.registration.getNotifications({ tag });
      scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    }, `chat-${chat}`);
    await operatorPage.page.waitForURL(`**/inbox/all/${chat}`);
    await closeChat(chat);
    await operatorPage.checkAndClose();
  });

  test.runIf(isLongRun)(
    "[CORE-012] one polite announcer: the open chat by its words, others as new chats, history never",
    async () => {
      const chat = await createChat("say-1", "Anna Say");
      await acceptChat(chat);
      const operatorPage = await fixture.openOperatorPage(undefined, {
        clock: true,
        path: `/inbox/all/${chat}`,
      });
      await waitUntilLive(operatorPage.page);
      await messageBubble(operatorPage.page, "Hello there").waitFor();
      // Announcements of one second are combined.
      await advanceTime(operatorPage.page, 1_500);
      expect(await operatorPage.page.locator('[aria-live="polite"].vh').textContent()).toBe("");
      await fixture.parlour.sendCustomerMessage(fixture.channel, "say-1", "Is it blue?");
      await announcement(operatorPage.page, "Anna Say: Is it blue?").waitFor();
      // All events belong to the same second of the page's clock, however long they take here.
      const resumeClock = await freezeTime(operatorPage.page);
      for (let n = 0; n < 5; n++)
        await fixture.parlour.sendCustomerMessage(fixture.channel, "say-1", `Line ${n}`);
      await expect
        .poll(() =>
          advanceTime(operatorPage.page, 10).then(() =>
            messageBubble(operatorPage.page, "Line 4").count(),
          ),
        )
        .toBe(1);
      await resumeClock();
      await operatorPage.page
        .getByRole("status")
        .filter({ hasText: /more messages/ })
        .waitFor();
      const second = await createChat("say-2", "Max Say");
      await announcement(operatorPage.page, "New chat from Max Say").waitFor();
      await closeChat(chat);
      await closeChat(second);
      await operatorPage.checkAndClose();
    },
  );
});

describe("without a connection", () => {
  test.runIf(isLongRun)(
    "[CORE-012] the application opens with what it knows and says so; a draft stays; nothing of the API is kept",
    async () => {
      const operatorPage = await openPage(undefined, { cuts: true, clock: true });
      const { page } = operatorPage;
      await waitUntilLive(page);
      await advanceUntilWorkerRuns(page);
      const chat = await createChat("off-1", "Olga Off");
      await page.goto(`${fixture.url}/inbox/all/${chat}`);
      await acceptChat(chat);
      await messageField(page).fill("Half a sentence");
      const keptNames = await page.evaluate(async () => {
        const names: string[] = [];
        for (const name of await caches.keys())
          for (const request of await (await caches.open(name)).keys())
            names.push(new URL(request.url).pathname);
        return names;
      });
      expect(keptNames).toContain("/");
      expect(
        keptNames.filter((name) => name.startsWith("/api") || name.includes("/files/")),
      ).toEqual([]);

      await operatorPage.context.setOffline(true);
      await messageField(page).fill("Written on the train");
      await messageField(page).press("Enter");
      await messageBubble(page, "Written on the train").waitFor();
      await messageField(page).fill("Half a sentence");
      await page.reload();
      await page.getByText(/Offline since/).waitFor();
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await operatorPage.context.setOffline(false);
      await waitUntilLive(page);
      await expect.poll(() => messageField(page).inputValue()).toBe("Half a sentence");
      // The waiting message was sent automatically, once.
      await messageBubble(page, "Written on the train").waitFor();
      await expect
        .poll(
          async () =>
            (await fixture.parlour.messages(chat)).filter(
              (one) => one.text === "Written on the train",
            ).length,
        )
        .toBe(1);
      await closeChat(chat);
      await operatorPage.checkAndClose();
    },
  );

  test.runIf(isLongRun)(
    "[CORE-045] a browser that loses its network says so at once, not after half a minute of silence",
    async () => {
      // No worker: the browser disconnects it later than the page, so a request through it could
      // still be answered.
      const operatorPage = await openPage(undefined, { cuts: true, clock: true, worker: false });
      const { page } = operatorPage;
      await waitUntilLive(page);
      const resumeClock = await freezeTime(page);
      // The browser notifies the page before the network is off. Requests of the page must fail
      // from then on.
      await page.route("**/api/v1/**", (route) => route.abort("internetdisconnected"));
      await operatorPage.context.setOffline(true);
      await page.getByRole("button", { name: /^Offline since/ }).waitFor();
      await resumeClock();
      await page.unroute("**/api/v1/**");
      await operatorPage.context.setOffline(false);
      await waitUntilLive(page);
      await operatorPage.checkAndClose();
    },
  );

  test.runIf(isLongRun)(
    "[CORE-012] a newer version asks before it takes over; what is typed stays",
    async () => {
      const operatorPage = await openPage(undefined, { cuts: true, clock: true });
      const { page } = operatorPage;
      await waitUntilLive(page);
      await advanceUntilWorkerRuns(page);
      const chat = await createChat("new-1", "Nina New");
      await acceptChat(chat);
      await page.goto(`${fixture.url}/inbox/all/${chat}`);
      await waitUntilLive(page);
      await advanceUntilWorkerRuns(page);
      await messageField(page).fill("Not lost");
      // Another script at the same path: for the browser this is a newer version.
      await page.evaluate(async () => {
        const { trustedTypes } = globalThis as unknown as {
          trustedTypes: {
            createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
          };
        };
        const policy = trustedTypes.createPolicy("test", { createScriptURL: (url: string) => url });
        await navigator.serviceWorker.register(policy.createScriptURL("/sw.js?newer"), {
          scope: "/",
        });
      });
      await page.getByText("A new version is available.").waitFor();
      expect(await messageField(page).inputValue()).toBe("Not lost");
      await Promise.all([
        page.waitForEvent("load"),
        page.getByRole("button", { name: "Reload" }).click(),
      ]);
      await waitUntilLive(page);
      await expect.poll(() => messageField(page).inputValue()).toBe("Not lost");
      await closeChat(chat);
      await operatorPage.checkAndClose();
    },
  );

  test("[API-011] signing out leaves nobody's name, notice or subscription on the device", async () => {
    const operatorPage = await openPage(undefined, { cuts: true, clock: true });
    const { page } = operatorPage;
    await waitUntilLive(page);
    await advanceUntilWorkerRuns(page);
    expect(await page.evaluate(() => localStorage.getItem("parlour.me"))).toContain(
      fixture.operator.email,
    );
    await page.goto(`${fixture.url}/me`);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("parlour.me"))).toBeNull();
    await operatorPage.context.setOffline(true);
    await page.goto(`${fixture.url}/inbox/all`).catch(() => undefined);
    await page.getByText("The server did not respond.").waitFor();
    expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
    await operatorPage.context.close();
  });
});

describe("self-test", () => {
  test.runIf(isLongRun)(
    "[API-110] five rows, each tried and judged, with the fix for this browser; what fails shows in the rail and to administrators",
    async () => {
      const operatorPage = await openPage(fixture.parlour.owner, {
        path: "/me",
        notifications: true,
      });
      await operatorPage.context.grantPermissions(["notifications"], { origin: fixture.url });
      const { page } = operatorPage;
      await waitUntilLive(page);
      const rows = page.locator(".checks li");
      await expect.poll(() => rows.count()).toBe(5);
      await page.getByRole("button", { name: "Sound: Test" }).click();
      await page.getByRole("button", { name: /^Sound: did it play\? Yes/ }).click();
      await rows.filter({ hasText: "Sound working" }).waitFor();
      const title = await page.title();
      await page.getByRole("button", { name: "Badge: Test" }).click();
      await expect.poll(() => page.title()).toBe(`(3) ${title}`);
      await page.getByRole("button", { name: /^Badge: .* No/ }).click();
      await rows.filter({ hasText: "Pin the tab" }).waitFor();
      await expect.poll(() => page.title()).toBe(title);
      await page.getByRole("button", { name: "Desktop notification: Test" }).click();
      await page.getByRole("button", { name: /^Desktop notification: .* Yes/ }).click();
      await page.getByRole("button", { name: "Push: Test" }).click();
      // This Chromium has no push service.
      await rows.filter({ hasText: "did not allow push" }).waitFor();
      await page.getByRole("button", { name: /alerts need attention/ }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      // Waits until the server has the report: closing the page would cancel the request.
      const readConsole = async () =>
        ((await fixture.parlour.owner.call("GET", "push/reach")).body.items as Reachability[]).find(
          (one) => one.operator_id === fixture.parlour.owner.id,
        );
      await expect
        .poll(async () => (await readConsole())?.self_test?.broken.toSorted())
        .toEqual(["badge", "push"]);
      await page.goto(`${fixture.url}/settings/people`);
      await page.getByText("alerts failing: push, badge").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      // If the permission is withdrawn later, the subscription stops working.
      await operatorPage.context.clearPermissions();
      await page.goto(`${fixture.url}/me`);
      await rows
        .filter({ hasText: "Desktop notification" })
        .getByText("used to work, now failing")
        .waitFor();
      // Chromium reports in the console that private windows have no push.
      await operatorPage.context.close();
    },
  );
});
