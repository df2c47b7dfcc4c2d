import type { NewPushDevice, PushDevice, PushDevices, PushKey, PushTest } from "@parlour/protocol/api-push";
import { api } from "./api.ts";
import { preferences } from "./preferences.ts";
import { deviceName } from "./device.ts";
import { startWorker } from "./worker.ts";

/** Web push on this device (product.md 4): notifications also when no page is open. */

/**
 * Returns whether this browser supports push. iPhones and iPads support it only after Parlour is
 * installed.
 */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

export const myDevices = async (signal?: AbortSignal): Promise<readonly PushDevice[]> =>
  (await api.get<PushDevices>("/push/subscriptions", signal === undefined ? {} : { signal })).items;

/**
 * Subscribes this browser for the current session, or updates its preferences on the server.
 * Returns null if the person or the browser refuses.
 */
export async function subscribePush(): Promise<PushDevice | null> {
  if (!canPush()) return null;
  const right = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  const registration = right === "granted" ? await startWorker() : null;
  if (!registration) return null;
  await navigator.serviceWorker.ready;
  const { public_key: key } = await api.get<PushKey>("/push/key");
  const subscription = await subscribed(registration, key);
  if (!subscription) return null;
  const { endpoint, keys } = subscription.toJSON();
  const device: NewPushDevice = {
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
    name: deviceName(),
    ...choices(),
  };
  const made = await api.post<PushDevice>("/push/subscriptions", device);
  localStorage.setItem(place, device.endpoint);
  localStorage.setItem(owner, signedIn());
  return made;
}

/**
 * Renews the subscription when the page starts, unless the server is up to date. An operator who
 * signs in again receives push again. Another operator is not subscribed unasked.
 */
export async function keepPush(): Promise<void> {
  const subscription = await ownSubscription();
  if (Notification.permission !== "granted" || localStorage.getItem(owner) !== signedIn()) return;
  const here = (await myDevices()).find((device) => device.here);
  const { language, show_text: text, quiet } = choices();
  const isKnown =
    here !== undefined &&
    localStorage.getItem(place) === subscription?.endpoint &&
    here.language === language &&
    here.show_text === text &&
    JSON.stringify([here.quiet?.from, here.quiet?.to, here.quiet?.timezone]) === JSON.stringify([quiet?.from, quiet?.to, quiet?.timezone]);
  if (!isKnown) await subscribePush();
}

/** Storage keys: the endpoint last sent to the server, and the operator it belongs to. */
const place = "parlour.push";
const owner = "parlour.push.of";
const signedIn = (): string => String((JSON.parse(localStorage.getItem("parlour.me") ?? "{}") as { id?: number }).id ?? "");

/** Returns the preferences of this device that apply to push. */
function choices() {
  const { locale, quiet, notices } = preferences();
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return { language: locale, show_text: notices.text, quiet: quiet.on ? { from: quiet.from, to: quiet.to, timezone } : null };
}

async function subscribed(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (error) {
    // The old subscription belongs to another installation or to lost keys.
    const old = await registration.pushManager.getSubscription();
    if (!old) {
      console.warn("this browser gives no push subscription", error);
      return null;
    }
    await old.unsubscribe();
    return registration.pushManager.subscribe(options).catch(() => null);
  }
}

/** Returns whether this browser has a push subscription. */
export async function isSubscribed(): Promise<boolean> {
  return Boolean(await ownSubscription());
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  // Absent in browsers with service workers but without push.
  const pushes = registration?.pushManager as PushManager | undefined;
  return (await pushes?.getSubscription()) ?? null;
}

export const testPush = (id: number): Promise<PushTest> => api.post<PushTest>(`/push/subscriptions/${id}/test`, {});
export const removeDevice = (id: number): Promise<unknown> => api.delete(`/push/subscriptions/${id}`);

/**
 * Ends push on this device after signing out. The server removes the subscription with the session.
 */
export async function forgetPush(): Promise<void> {
  localStorage.removeItem(place);
  const subscription = await ownSubscription();
  await subscription?.unsubscribe();
}
