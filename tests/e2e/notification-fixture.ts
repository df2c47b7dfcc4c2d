import type { BrowserContext, Page, Worker } from "playwright-core";
import { expect } from "vitest";
import { advanceTime, waitForServiceWorker } from "./inbox-fixture.ts";

/** What a page without focus signals: sounds, notifications, pushes. */

/**
 * Counts the sounds that a page plays, and lets the test control whether the page has the focus.
 */
export async function countSounds(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const counters = globalThis as unknown as {
      notes: number;
      endedNotes: number;
      audio?: BaseAudioContext;
      looks: boolean;
    };
    counters.notes = 0;
    counters.endedNotes = 0;
    counters.looks = false;
    const countingHandler = {
      apply(target: (...args: unknown[]) => unknown, self: OscillatorNode, args: unknown[]) {
        counters.notes += 1;
        counters.audio = self.context;
        self.addEventListener("ended", () => (counters.endedNotes += 1));
        return Reflect.apply(target, self, args);
      },
    };
    Object.defineProperty(OscillatorNode.prototype, "start", {
      value: new Proxy(
        Reflect.get(OscillatorNode.prototype, "start") as (...of: unknown[]) => unknown,
        countingHandler,
      ),
    });
    // Playwright gives every page the focus.
    document.hasFocus = () => counters.looks;
  });
}
/** Returns how many tones have ended, and the state of their audio context. Null: no tone yet. */
export const getSoundEnd = (
  page: Page,
): Promise<{ readonly endedNotes: number; readonly state: string | null }> =>
  page.evaluate(() => {
    const { endedNotes, audio } = globalThis as unknown as {
      endedNotes: number;
      audio?: BaseAudioContext;
    };
    return { endedNotes, state: audio?.state ?? null };
  });
/** Returns how many tones the page has played. */
export const getSoundCount = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { notes: number }).notes);
/** Simulates that the page gets or loses the focus. */
export async function setPageFocus(page: Page, isFocused: boolean): Promise<void> {
  await page.evaluate((on) => {
    (globalThis as unknown as { looks: boolean }).looks = on;
    window.dispatchEvent(new Event(on ? "focus" : "blur"));
  }, isFocused);
}
/**
 * Opens another page in front of this one. Playwright emulates the focus of every page until the
 * emulation is switched off.
 */
export async function moveToBackground(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await (await page.context().newPage()).bringToFront();
  await session.send("Emulation.setFocusEmulationEnabled", { enabled: false });
}
/**
 * Waits until the page's service worker runs and has cached its files. It starts some seconds after
 * the first screen.
 */
export async function advanceUntilWorkerRuns(page: Page): Promise<void> {
  await advanceTime(page, 4_000);
  await waitForServiceWorker(page);
}
/**
 * Returns the visible notifications. Takes the product's lock: if a page lists notifications while
 * one is being shown, the browser loses that one.
 */
export const listNotifications = (
  page: Page,
): Promise<readonly { title: string; body: string; tag: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = await navigator.locks.request(
      "parlour.showing",
      async () => (await registration?.getNotifications()) ?? [],
    );
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Returns the service worker of a context. The browser reports it separately from the page. */
export async function getServiceWorker(context: BrowserContext): Promise<Worker> {
  await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0);
  const [found] = context.serviceWorkers();
  if (!found) throw new Error("the worker has gone");
  return found;
}
/**
 * Sends pushes of the server at `origin` to the page's worker through the debugging protocol of the
 * browser.
 */
export async function createPushSender(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<(data: unknown) => Promise<void>> {
  const session = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations;
      if (found) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registration;
  return async (data) => {
    await session.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId,
      data: typeof data === "string" ? data : JSON.stringify(data),
    });
  };
}
