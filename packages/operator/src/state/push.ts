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
  const { locale, quiet, notices } = preferences();
  const device: NewPushDevice = {
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
    name: deviceName(),
    language: locale,
    show_text: notices.text,
    quiet: quiet.on ? { from: quiet.from, to: quiet.to, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone } : null,
  };
  return api.post<PushDevice>("/push/subscriptions", device);
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
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  return canPush() && Boolean(await registration?.pushManager.getSubscription());
}

export const testPush = (id: number): Promise<PushTest> => api.post<PushTest>(`/push/subscriptions/${id}/test`, {});
export const removeDevice = (id: number): Promise<unknown> => api.delete(`/push/subscriptions/${id}`);

/** After signing out nothing of this person reaches the device any more; the server forgets it with the session. */
export async function forgetPush(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
