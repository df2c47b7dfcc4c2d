import type { NewPushDevice, PushDevice, PushDevices, PushKey, PushTest } from "@parlour/protocol/api-push";
import { api } from "./api.ts";
import { preferences } from "./preferences.ts";
import { deviceName } from "./device.ts";
import { startWorker } from "./worker.ts";

/** Web push on this device (product.md 4): notices also when no page is open. */

/** Whether this browser can: on iPhones and iPads only once Parlour is installed. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

export const myDevices = async (signal?: AbortSignal): Promise<readonly PushDevice[]> =>
  (await api.get<PushDevices>("/push/subscriptions", signal === undefined ? {} : { signal })).items;

/** Subscribes this browser for the session that asks, or tells the server its choices anew. Null: the person or the browser refused. */
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

/** The same, unless the server knows all of it already: for each start of the page. Who signs in again has his push again; nobody else is subscribed unasked. */
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

/** Address that the server was told last, and for whom. */
const place = "parlour.push";
const owner = "parlour.push.of";
const signedIn = (): string => String((JSON.parse(localStorage.getItem("parlour.me") ?? "{}") as { id?: number }).id ?? "");

/** What of this device's preferences holds for push. */
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
    // One of another installation, or of keys that are gone.
    const old = await registration.pushManager.getSubscription();
    if (!old) {
      console.warn("this browser gives no push subscription", error);
      return null;
    }
    await old.unsubscribe();
    return registration.pushManager.subscribe(options).catch(() => null);
  }
}

/** This browser gets notices, and the server knows of it. */
export async function isSubscribed(): Promise<boolean> {
  return Boolean(await ownSubscription());
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  // Absent where browsers know workers and no push.
  const pushes = registration?.pushManager as PushManager | undefined;
  return (await pushes?.getSubscription()) ?? null;
}

export const testPush = (id: number): Promise<PushTest> => api.post<PushTest>(`/push/subscriptions/${id}/test`, {});
export const removeDevice = (id: number): Promise<unknown> => api.delete(`/push/subscriptions/${id}`);

/** After signing out nothing of this person reaches the device any more; the server forgets it with the session. */
export async function forgetPush(): Promise<void> {
  localStorage.removeItem(place);
  const subscription = await ownSubscription();
  await subscription?.unsubscribe();
}
