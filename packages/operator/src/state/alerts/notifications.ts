import { startServiceWorker } from "./service-worker.ts";

/**
 * Returns true if the operator has allowed desktop notifications in this browser. The service
 * worker shows them, so that a click finds the chat and a push message about the same chat replaces
 * the notification.
 */

export const canShowNotifications = (): boolean =>
  "Notification" in globalThis && Notification.permission === "granted";

/** Shows a notification. A click opens `chat`. Returns false if this browser cannot show it. */
export async function showNotification(
  title: string,
  body: string,
  tag: string,
  chat: number | null,
): Promise<boolean> {
  if (!canShowNotifications()) return false;
  const options = { body, tag, icon: "/icon-192.png", data: { chat } };
  try {
    const registration = await startServiceWorker();
    if (registration) {
      await waitForServiceWorker(registration);
      await withNotificationLock(() => registration.showNotification(title, options));
      return true;
    }
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      if (chat !== null) window.dispatchEvent(new CustomEvent("parlour:chat", { detail: chat }));
      notification.close();
    };
    pageNotifications.set(tag, notification);
    return true;
  } catch (error) {
    console.warn("the notice could not be shown", error);
    return false;
  }
}
/** Notifications that this page shows itself if there is no service worker. */
const pageNotifications = new Map<string, Notification>();

/** Closes the notification with this tag. Without a tag, closes all notifications. */
export async function closeNotifications(tag?: string): Promise<void> {
  for (const [name, notification] of pageNotifications) {
    if (tag !== undefined && name !== tag) continue;
    notification.close();
    pageNotifications.delete(name);
  }
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  if (!registration) return;
  await withNotificationLock(async () => {
    for (const notification of await registration.getNotifications(
      tag === undefined ? {} : { tag },
    ))
      notification.close();
  });
}

/**
 * Runs one notification task at a time. If Chromium lists notifications while another one is about
 * to appear, it treats that one as closed, and the page could no longer close it. Pages and the
 * service worker (worker/sw.js) use the same lock. Every browser with service workers has locks.
 */
async function withNotificationLock(run: () => Promise<void>): Promise<void> {
  await navigator.locks.request("parlour.showing", run);
}

/** Waits until the worker is active. Before that, a registration cannot show notifications. */
async function waitForServiceWorker(registration: ServiceWorkerRegistration): Promise<void> {
  if (!registration.active) await navigator.serviceWorker.ready;
}
