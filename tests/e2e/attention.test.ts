import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAxeViolations, isLongRun } from "@parlour/testkit/browser";
import type { Reachability } from "@parlour/protocol/api-push";
import type { TestOperator } from "@parlour/testkit";
import { listening, look, notes, notices, pusher, putBehind, worker, workerOf } from "./attention-bed.ts";
import { bubble, message, openDesk, pass, ready, ring, row, stopTime, type Desk, type Seat, type SeatOptions } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await desk.close();
});
/**
 * Opens a page with its service worker, which shows notifications and loads the application without
 * a connection. Pages of other tests have no worker.
 */
const sit = (who?: TestOperator, options: SeatOptions = {}): Promise<Seat> => desk.sit(who, { worker: true, ...options });

async function notified(context: BrowserContext): Promise<void> {
  await context.grantPermissions(["notifications"], { origin: desk.url });
  await listening(context);
}
const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

async function chatOf(customer: string, name: string): Promise<number> {
  await desk.parlour.sendCustomerMessage(desk.channel, customer, "Hello there", { sender: { name } });
  return (await desk.parlour.findChat(customer)).id;
}
const take = (chat: number) => desk.operator.call("POST", `chats/${chat}/accept`, {});
const end = (chat: number) => desk.operator.call("POST", `chats/${chat}/close`, {});

describe("sounds", () => {
  test("[CORE-012] of two tabs exactly one plays, again until the chat is taken; the chat in view makes no sound in either", async () => {
    const seat = await desk.sit(undefined, { before: listening });
    await ready(seat.page);
    const other = await seat.tab();
    await ready(other);
    const both = async (): Promise<readonly number[]> => [await notes(seat.page), await notes(other)];

    const chat = await chatOf("sound-1", "Max Sound");
    await row(other, "Max Sound").waitFor();
    const sorted = async () => (await both()).toSorted((a, b) => a - b);
    await expect.poll(async () => (await sorted())[1]).toBeGreaterThanOrEqual(3);
    expect((await sorted())[0]).toBe(0);
    await take(chat);
    for (const page of [seat.page, other]) await ring(page).waitFor({ state: "detached" });
    const rung = (await sorted())[1] ?? 0;
    expect(rung % 3).toBe(0);

    // A message in an own chat while no page has the focus.
    await desk.parlour.sendCustomerMessage(desk.channel, "sound-1", "Are you there?");
    await expect.poll(sorted).toEqual([0, rung + 2]);

    // The message is read in one tab, and both tabs become silent.
    await other.goto(`${desk.url}/inbox/all/${chat}`);
    await ready(other);
    await bubble(other, "Are you there?").waitFor();
    await look(other, true);
    await expect
      .poll(() => seat.page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map((one) => one.name)))
      .toContain(`parlour.view ${chat}`);
    const before = await both();
    await desk.parlour.sendCustomerMessage(desk.channel, "sound-1", "I see you");
    await bubble(other, "I see you").waitFor();
    await row(seat.page, "Max Sound").getByText("I see you").waitFor();
    expect(await both()).toEqual(before);
    await end(chat);
    await seat.leave();
  });

  test.runIf(isLongRun)("[CORE-012] the other tab takes over when the one that played is closed; quiet hours silence both", async () => {
    const seat = await desk.sit(undefined, { before: listening });
    await ready(seat.page);
    const other = await seat.tab();
    await ready(other);
    await seat.page.close();
    await expect
      .poll(() => other.evaluate(async () => ((await navigator.locks.query()).held ?? []).map((one) => one.name)))
      .toContain("parlour.sound");
    const chat = await chatOf("sound-2", "Eva Sound");
    await expect.poll(() => notes(other)).toBeGreaterThanOrEqual(3);
    await end(chat);
    await other.evaluate(() =>
      localStorage.setItem("parlour.preferences", JSON.stringify({ quiet: { on: true, from: "00:00", to: "23:59" } })),
    );
    await other.reload();
    await ready(other);
    const quiet = await chatOf("sound-3", "Quiet Sound");
    await row(other, "Quiet Sound").waitFor();
    await said(other, "New chat from Quiet Sound").waitFor();
    expect(await notes(other)).toBe(0);
    await end(quiet);
    await seat.context.close();
  });
});

describe("a browser that keeps sound off", () => {
  test.runIf(isLongRun)("[CORE-012] a bar says so until the first gesture, and a tab that may not play leaves it to another", async () => {
    const keptOff = async (context: BrowserContext): Promise<void> => {
      await listening(context);
      await context.addInitScript(() => {
        let allowed = false;
        let gesture = false;
        // The browser's own record of user gestures is useless here: scripts of the test tool count
        // as gestures.
        addEventListener("pointerdown", () => (gesture = true), { capture: true });
        Object.defineProperty(AudioContext.prototype, "state", { get: () => (allowed ? "running" : "suspended") });
        Object.defineProperty(AudioContext.prototype, "resume", {
          value: () => {
            allowed = gesture;
            return Promise.resolve();
          },
        });
      });
    };
    const seat = await desk.sit(undefined, { before: keptOff });
    await ready(seat.page);
    const other = await seat.tab();
    await ready(other);
    const bar = (page: Page) => page.getByRole("button", { name: "Sound is off until you click here." });
    await bar(seat.page).waitFor();
    // The press itself removes the bar, so a click that searches its target again would wait
    // forever.
    await bar(other).hover();
    await other.mouse.down();
    await other.mouse.up();
    await bar(other).waitFor({ state: "detached" });
    const chat = await chatOf("blocked-1", "Bea Blocked");
    await expect.poll(() => notes(other)).toBeGreaterThanOrEqual(3);
    expect(await notes(seat.page)).toBe(0);
    await end(chat);
    await seat.leave();
  });
});

describe("notices", () => {
  test("[CORE-012] a desktop notification tells of a new chat without its text, and goes when somebody takes it", async () => {
    const seat = await sit(undefined, { clock: true, notifications: true, before: notified });
    await ready(seat.page);
    await worker(seat.page);
    const chat = await chatOf("notice-1", "Nora Notice");
    await expect.poll(() => notices(seat.page)).toEqual([{ title: "New chat from Nora Notice", body: "Shop", tag: `chat-${chat}` }]);
    await take(chat);
    await expect.poll(() => notices(seat.page)).toEqual([]);
    // The title shows a count, and flashes only for operators who enabled it.
    await desk.parlour.sendCustomerMessage(desk.channel, "notice-1", "Still here?");
    await expect.poll(() => seat.page.title()).toMatch(/^\(\d+\) /);
    await expect.poll(() => seat.page.locator('link[rel="icon"]').getAttribute("href")).toBe("/favicon-dot.svg");
    await end(chat);
    await seat.leave();
  });

  test("[CORE-012] the title flashes for those who asked for it, until they look", async () => {
    const flashes = async (context: BrowserContext): Promise<void> => {
      await listening(context);
      await context.addInitScript(() => localStorage.setItem("parlour.preferences", JSON.stringify({ flash: true })));
    };
    const seat = await desk.sit(undefined, { clock: true, before: flashes });
    await ready(seat.page);
    await stopTime(seat.page);
    const chat = await chatOf("flash-1", "Flo Flash");
    await expect.poll(() => pass(seat.page, 20).then(() => seat.page.title())).toBe("New chat from Flo Flash");
    await pass(seat.page, 1_500);
    await expect.poll(() => seat.page.title()).toMatch(/^\(\d+\) /);
    await pass(seat.page, 1_500);
    await expect.poll(() => seat.page.title()).toBe("New chat from Flo Flash");
    await look(seat.page, true);
    for (let n = 0; n < 3; n++) {
      await expect.poll(() => seat.page.title()).toMatch(/^\(\d+\) /);
      await pass(seat.page, 1_500);
    }
    await end(chat);
    await seat.leave();
  });

  test("[CORE-035] [API-110] a push shows and withdraws a notice through the real worker; a click opens the chat", async () => {
    const seat = await sit(undefined, { clock: true, notifications: true, before: notified });
    await ready(seat.page);
    await worker(seat.page);
    const push = await pusher(seat.context, seat.page, desk.url);
    // A focused page shows the message itself, so the worker shows no notification. Then the page
    // loses the focus.
    const running = await workerOf(seat.context);
    await running.evaluate(() => {
      const scope = globalThis as unknown as { heard: number; addEventListener(name: "push", heard: () => void): void };
      scope.heard = 0;
      scope.addEventListener("push", () => void (scope.heard += 1));
    });
    /**
     * Returns what the worker has received: the number of pushes, and whether a page is focused.
     * Earlier pushes are handled by then.
     */
    const seen = () =>
      running.evaluate(async () => {
        const scope = globalThis as unknown as {
          heard: number;
          clients: { matchAll(of: object): Promise<readonly { focused: boolean }[]> };
        };
        const before = scope.heard;
        const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
        return [before, pages.some(({ focused }) => focused)];
      });
    await push({ kind: "chat_waiting", chat: 6, name: "Seen", number: 2, channel: "Shop", language: "en" });
    await expect.poll(seen).toEqual([1, true]);
    await putBehind(seat.page);
    await expect.poll(seen).toEqual([1, false]);
    await push({ kind: "chat_waiting", chat: 7, name: "Ivan", number: 3, channel: "Shop", text: "Hello", bot: true, language: "ru" });
    await expect.poll(() => notices(seat.page)).toEqual([{ title: "Ivan: нужен оператор", body: "Shop\nHello", tag: "chat-7" }]);
    await push({ kind: "chat_taken", chat: 7 });
    await expect.poll(() => notices(seat.page)).toEqual([]);
    await push({ kind: "chat_waiting", chat: 8, name: null, number: 44, channel: "Shop", language: "en" });
    await expect.poll(() => notices(seat.page)).toMatchObject([{ title: "New chat from Visitor 44" }]);
    await push("no notice at all");
    const chat = await chatOf("push-1", "Paula Push");
    await push({ kind: "chat_waiting", chat, name: "Paula Push", number: 45, channel: "Shop", language: "en" });
    // Two: the invalid push is not counted.
    await expect.poll(() => notices(seat.page)).toHaveLength(2);
    await (
      await workerOf(seat.context)
    ).evaluate(async (tag) => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        NotificationEvent: new (name: string, init: object) => Event;
        dispatchEvent(event: Event): void;
      };
      const [notification] = await scope.registration.getNotifications({ tag });
      scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    }, `chat-${chat}`);
    await seat.page.waitForURL(`**/inbox/all/${chat}`);
    await end(chat);
    await seat.leave();
  });

  test.runIf(isLongRun)("[CORE-012] one polite announcer: the open chat by its words, others as new chats, history never", async () => {
    const chat = await chatOf("say-1", "Anna Say");
    await take(chat);
    const seat = await desk.sit(undefined, { clock: true, path: `/inbox/all/${chat}` });
    await ready(seat.page);
    await bubble(seat.page, "Hello there").waitFor();
    // Announcements of one second are combined.
    await pass(seat.page, 1_500);
    expect(await seat.page.locator('[aria-live="polite"].vh').textContent()).toBe("");
    await desk.parlour.sendCustomerMessage(desk.channel, "say-1", "Is it blue?");
    await said(seat.page, "Anna Say: Is it blue?").waitFor();
    // All events belong to the same second of the page's clock, however long they take here.
    const goOn = await stopTime(seat.page);
    for (let n = 0; n < 5; n++) await desk.parlour.sendCustomerMessage(desk.channel, "say-1", `Line ${n}`);
    await expect.poll(() => pass(seat.page, 10).then(() => bubble(seat.page, "Line 4").count())).toBe(1);
    await goOn();
    await seat.page
      .getByRole("status")
      .filter({ hasText: /more messages/ })
      .waitFor();
    const second = await chatOf("say-2", "Max Say");
    await said(seat.page, "New chat from Max Say").waitFor();
    await end(chat);
    await end(second);
    await seat.leave();
  });
});

describe("without a connection", () => {
  test.runIf(isLongRun)(
    "[CORE-012] the application opens with what it knows and says so; a draft stays; nothing of the API is kept",
    async () => {
      const seat = await sit(undefined, { cuts: true, clock: true });
      const { page } = seat;
      await ready(page);
      await worker(page);
      const chat = await chatOf("off-1", "Olga Off");
      await page.goto(`${desk.url}/inbox/all/${chat}`);
      await take(chat);
      await message(page).fill("Half a sentence");
      const keptNames = await page.evaluate(async () => {
        const names: string[] = [];
        for (const name of await caches.keys())
          for (const request of await (await caches.open(name)).keys()) names.push(new URL(request.url).pathname);
        return names;
      });
      expect(keptNames).toContain("/");
      expect(keptNames.filter((name) => name.startsWith("/api") || name.includes("/files/"))).toEqual([]);

      await seat.context.setOffline(true);
      await message(page).fill("Written on the train");
      await message(page).press("Enter");
      await bubble(page, "Written on the train").waitFor();
      await message(page).fill("Half a sentence");
      await page.reload();
      await page.getByText(/Offline since/).waitFor();
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await seat.context.setOffline(false);
      await ready(page);
      await expect.poll(() => message(page).inputValue()).toBe("Half a sentence");
      // The waiting message was sent automatically, once.
      await bubble(page, "Written on the train").waitFor();
      await expect
        .poll(async () => (await desk.parlour.messages(chat)).filter((one) => one.text === "Written on the train").length)
        .toBe(1);
      await end(chat);
      await seat.leave();
    },
  );

  test("[CORE-045] a browser that loses its network says so at once, not after half a minute of silence", async () => {
    // No worker: the browser disconnects it later than the page, so a request through it could
    // still be answered.
    const seat = await sit(undefined, { cuts: true, clock: true, worker: false });
    const { page } = seat;
    await ready(page);
    const goOn = await stopTime(page);
    // The browser notifies the page before the network is off. Requests of the page must fail from
    // then on.
    await page.route("**/api/v1/**", (route) => route.abort("internetdisconnected"));
    await seat.context.setOffline(true);
    await page.getByRole("button", { name: /^Offline since/ }).waitFor();
    await goOn();
    await page.unroute("**/api/v1/**");
    await seat.context.setOffline(false);
    await ready(page);
    await seat.leave();
  });

  test.runIf(isLongRun)("[CORE-012] a newer version asks before it takes over; what is typed stays", async () => {
    const seat = await sit(undefined, { cuts: true, clock: true });
    const { page } = seat;
    await ready(page);
    await worker(page);
    const chat = await chatOf("new-1", "Nina New");
    await take(chat);
    await page.goto(`${desk.url}/inbox/all/${chat}`);
    await ready(page);
    await worker(page);
    await message(page).fill("Not lost");
    // Another script at the same path: for the browser this is a newer version.
    await page.evaluate(async () => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
      };
      const policy = trustedTypes.createPolicy("test", { createScriptURL: (url: string) => url });
      await navigator.serviceWorker.register(policy.createScriptURL("/sw.js?newer"), { scope: "/" });
    });
    await page.getByText("A newer version of Parlour is here.").waitFor();
    expect(await message(page).inputValue()).toBe("Not lost");
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload" }).click()]);
    await ready(page);
    await expect.poll(() => message(page).inputValue()).toBe("Not lost");
    await end(chat);
    await seat.leave();
  });

  test("[API-011] signing out leaves nobody's name, notice or subscription on the device", async () => {
    const seat = await sit(undefined, { cuts: true, clock: true });
    const { page } = seat;
    await ready(page);
    await worker(page);
    expect(await page.evaluate(() => localStorage.getItem("parlour.me"))).toContain(desk.operator.email);
    await page.goto(`${desk.url}/me`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("parlour.me"))).toBeNull();
    await seat.context.setOffline(true);
    await page.goto(`${desk.url}/inbox/all`).catch(() => undefined);
    await page.getByText("No answer from the server.").waitFor();
    expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
    await seat.context.close();
  });
});

describe("self-test", () => {
  test.runIf(isLongRun)(
    "[API-110] five rows, each tried and judged, with the fix for this browser; what fails shows in the rail and to administrators",
    async () => {
      const seat = await sit(desk.parlour.owner, { path: "/me", notifications: true });
      await seat.context.grantPermissions(["notifications"], { origin: desk.url });
      const { page } = seat;
      await ready(page);
      const rows = page.locator(".checks li");
      await expect.poll(() => rows.count()).toBe(5);
      await page.getByRole("button", { name: "Sound: Test" }).click();
      await page.getByRole("button", { name: /^Sound: did it play\? Yes/ }).click();
      await rows.filter({ hasText: "Sound works" }).waitFor();
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
      await rows.filter({ hasText: "gave no address for push" }).waitFor();
      await page.getByRole("button", { name: /alerts need a look/ }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      // Waits until the server has the report: closing the page would cancel the request.
      const told = async () =>
        ((await desk.parlour.owner.call("GET", "push/reach")).body.items as Reachability[]).find(
          (one) => one.operator_id === desk.parlour.owner.id,
        );
      await expect.poll(async () => (await told())?.self_test?.broken.toSorted()).toEqual(["badge", "push"]);
      await page.goto(`${desk.url}/settings/people`);
      await page.getByText("alerts fail: push, badge").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      // If the permission is withdrawn later, the subscription stops working.
      await seat.context.clearPermissions();
      await page.goto(`${desk.url}/me`);
      await rows.filter({ hasText: "Desktop notification" }).getByText("worked, and does not any more").waitFor();
      // Chromium reports in the console that private windows have no push.
      await seat.context.close();
    },
  );
});
