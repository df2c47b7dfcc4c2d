import { startWorker } from "./worker.ts";

/** Desktop notifications. They go through the service worker, so that a click finds the chat and a push about the same chat takes their place. */

export const mayNotify = (): boolean => "Notification" in globalThis && Notification.permission === "granted";

/** Shows one; `chat`: what a click opens. False when this browser does not. */
export async function showNotice(title: string, body: string, tag: string, chat: number | null): Promise<boolean> {
  if (!mayNotify()) return false;
  const options = { body, tag, icon: "/icon-192.png", data: { chat } };
  try {
    const registration = await startWorker();
    if (registration) {
      await readyWorker(registration);
      await alone(() => registration.showNotification(title, options));
      return true;
    }
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      if (chat !== null) window.dispatchEvent(new CustomEvent("parlour:chat", { detail: chat }));
      notice.close();
    };
    plain.set(tag, notice);
    return true;
  } catch (error) {
    console.warn("the notice could not be shown", error);
    return false;
  }
}
/** Without a worker: those that this page shows. */
const plain = new Map<string, Notification>();

/** Takes a notice away; without a tag all of them. */
export async function closeNotices(tag?: string): Promise<void> {
  for (const [name, notice] of plain) {
    if (tag !== undefined && name !== tag) continue;
    notice.close();
    plain.delete(name);
  }
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  if (!registration) return;
  await alone(async () => {
    for (const notice of await registration.getNotifications(tag === undefined ? {} : { tag })) notice.close();
  });
}

/**
 * Chromium, asked for the notices that stand while one is on its way to the screen, takes that one for gone: nobody could take it away any more.
 * So the pages and the worker show and look one after another (worker/sw.js has the same lock; who has a worker has locks).
 */
async function alone(run: () => Promise<void>): Promise<void> {
  await navigator.locks.request("parlour.showing", run);
}

/** A registration shows nothing before its worker is active. */
async function readyWorker(registration: ServiceWorkerRegistration): Promise<void> {
  if (!registration.active) await navigator.serviceWorker.ready;
}
