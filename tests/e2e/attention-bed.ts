import type { BrowserContext, Page, Worker } from "playwright-core";
import { expect } from "vitest";
import { pass, worked } from "./desk.ts";

/** What a page says to somebody who looks elsewhere: notes, notices, pushes. */

/** Counts the notes that a page plays, and lets a test say where the person looks. */
export async function listening(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heard = globalThis as unknown as { notes: number; looks: boolean };
    heard.notes = 0;
    heard.looks = false;
    const counted = {
      apply(target: (...of: unknown[]) => unknown, self: unknown, given: unknown[]) {
        heard.notes += 1;
        return Reflect.apply(target, self, given);
      },
    };
    Object.defineProperty(OscillatorNode.prototype, "start", {
      value: new Proxy(Reflect.get(OscillatorNode.prototype, "start") as (...of: unknown[]) => unknown, counted),
    });
    // Pages under test all believe that they have the focus.
    document.hasFocus = () => heard.looks;
  });
}
/** How many notes the page has played. */
export const notes = (page: Page): Promise<number> => page.evaluate(() => (globalThis as unknown as { notes: number }).notes);
/** The person looks at the page, or away. */
export async function look(page: Page, looks: boolean): Promise<void> {
  await page.evaluate((on) => {
    (globalThis as unknown as { looks: boolean }).looks = on;
    window.dispatchEvent(new Event(on ? "focus" : "blur"));
  }, looks);
}
/** Puts another page in front of this one. A page under test has the focus for the browser, whatever stands in front of it, until that is taken back. */
export async function putBehind(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await (await page.context().newPage()).bringToFront();
  await session.send("Emulation.setFocusEmulationEnabled", { enabled: false });
}
/** Waits until the worker of the page runs and has kept its files; it starts when the first screen has had its time. */
export async function worker(page: Page): Promise<void> {
  await pass(page, 4_000);
  await worked(page);
}
/** Notices that stand. Looked for as the product does it: a look while one is being shown makes the browser forget that one. */
export const notices = (page: Page): Promise<readonly { title: string; body: string; tag: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const stand = await navigator.locks.request("parlour.showing", async () => (await registration?.getNotifications()) ?? []);
    return stand.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** The worker of a context whose page has one; the browser tells of it apart from the page. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0);
  const [found] = context.serviceWorkers();
  if (!found) throw new Error("the worker has gone");
  return found;
}
/** Sends a push of the server at `origin` to the page's worker through the browser's own debugging channel. */
export async function pusher(context: BrowserContext, page: Page, origin: string): Promise<(data: unknown) => Promise<void>> {
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
