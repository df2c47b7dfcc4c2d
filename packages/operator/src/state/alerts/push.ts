import type {
  NewPushDevice,
  PushDevice,
  PushDevices,
  PushKey,
  PushTest,
} from "@parlour/protocol/api/people/push";
import { api } from "../api/api.ts";
import { getPreferences } from "../browser/preferences.ts";
import { describeDevice } from "../browser/device.ts";
import { startServiceWorker } from "./service-worker.ts";

/** Web push on this device (product.md 4). Notifications arrive even if no page is open. */

/** Returns whether this browser supports push: on iPhones and iPads, only once installed. */
export const supportsPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

export const loadPushDevices = async (signal?: AbortSignal): Promise<readonly PushDevice[]> =>
  (await api.get<PushDevices>("/push/subscriptions", signal === undefined ? {} : { signal })).items;

/**
 * Subscribes this browser to push for the current session, or updates its preferences on the
 * server. Returns null if the operator or the browser refuses.
 */
export async function subscribePush(): Promise<PushDevice | null> {
  if (!supportsPush()) return null;
  const permission =
    Notification.permission === "default"
      ? await Notification.requestPermission()
      : Notification.permission;
  const registration = permission === "granted" ? await startServiceWorker() : null;
  if (!registration) return null;
  await navigator.serviceWorker.ready;
  const { public_key } = await api.get<PushKey>("/push/key");
  const subscription = await createSubscription(registration, public_key);
  if (!subscription) return null;
  const { endpoint, keys } = subscription.toJSON();
  const device: NewPushDevice = {
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
    name: describeDevice(),
    ...getPushPreferences(),
  };
  const created = await api.post<PushDevice>("/push/subscriptions", device);
  localStorage.setItem(endpointKey, device.endpoint);
  localStorage.setItem(ownerKey, getSignedInOperatorId());
  return created;
}

/**
 * Renews the subscription when the page starts, unless the server is up to date. So an operator who
 * signs in again receives push again. Another operator on this device is not subscribed without
 * consent.
 */
export async function renewPush(): Promise<void> {
  const subscription = await getCurrentSubscription();
  if (
    Notification.permission !== "granted" ||
    localStorage.getItem(ownerKey) !== getSignedInOperatorId()
  )
    return;
  const current = (await loadPushDevices()).find((device) => device.here);
  const { language, show_text, quiet } = getPushPreferences();
  const isKnown =
    current !== undefined &&
    localStorage.getItem(endpointKey) === subscription?.endpoint &&
    current.language === language &&
    current.show_text === show_text &&
    JSON.stringify([current.quiet?.from, current.quiet?.to, current.quiet?.timezone]) ===
      JSON.stringify([quiet?.from, quiet?.to, quiet?.timezone]);
  if (!isKnown) await subscribePush();
}

/** Storage keys of the endpoint that was last sent to the server, and of its operator. */
const endpointKey = "parlour.push";
const ownerKey = "parlour.push.of";
const getSignedInOperatorId = (): string =>
  String((JSON.parse(localStorage.getItem("parlour.me") ?? "{}") as { id?: number }).id ?? "");

/** Returns the preferences of this device that apply to push. */
function getPushPreferences() {
  const { locale, quiet, notices } = getPreferences();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    language: locale,
    show_text: notices.text,
    quiet: quiet.on ? { from: quiet.from, to: quiet.to, timezone: timeZone } : null,
  };
}

async function createSubscription(
  registration: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (error) {
    // The old subscription belongs to another installation, or its keys are lost.
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
export async function isPushSubscribed(): Promise<boolean> {
  return Boolean(await getCurrentSubscription());
}

async function getCurrentSubscription(): Promise<PushSubscription | null> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration();
  // Undefined in browsers that have service workers but no push.
  const pushes = registration?.pushManager as PushManager | undefined;
  return (await pushes?.getSubscription()) ?? null;
}

export const sendTestPush = (id: number): Promise<PushTest> =>
  api.post<PushTest>(`/push/subscriptions/${id}/test`, {});
export const removePushDevice = (id: number): Promise<unknown> =>
  api.delete(`/push/subscriptions/${id}`);

/** Ends push on this device after sign-out. The server removes the subscription itself. */
export async function unsubscribePush(): Promise<void> {
  localStorage.removeItem(endpointKey);
  const subscription = await getCurrentSubscription();
  await subscription?.unsubscribe();
}
