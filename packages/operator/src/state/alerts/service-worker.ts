import { createEventEmitter } from "../api/event-emitter.ts";

/**
 * The service worker of this page. It opens the application without a connection and shows
 * notifications (worker/sw.js).
 */

export interface ServiceWorkerState {
  /** A newer version is installed and waits to be activated. */
  readonly hasUpdate: boolean;
}
type ServiceWorkerMessage =
  | { readonly type: "open-chat"; readonly chat: number }
  | { readonly type: "open-call"; readonly call: number }
  | { readonly type: "push-test" | "push-lost" };

let currentState: ServiceWorkerState = { hasUpdate: false };
let pendingRegistration: Promise<ServiceWorkerRegistration | null> | null = null;
const listeners = createEventEmitter();
const messageEvents = createEventEmitter<ServiceWorkerMessage>();
const updateCheckIntervalMs = 60 * 60_000;
const activationTimeoutMs = 3_000;

export const getServiceWorkerState = (): ServiceWorkerState => currentState;
export const subscribeToServiceWorker = listeners.subscribe;
/** Subscribes to messages from the service worker. Returns `unsubscribe`. */
export const onServiceWorkerMessage = messageEvents.subscribe;

/**
 * Registers the service worker once. Null if the browser has none (plain http, except on localhost)
 * or refuses.
 */
export function startServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  pendingRegistration ??= registerServiceWorker();
  return pendingRegistration;
}

/**
 * Activates the newer version and reloads the page. Reloads after 3 s even if the browser lets the
 * old worker finish first, which may take minutes.
 */
export function activateUpdate(): void {
  void pendingRegistration?.then((registration) => {
    const waiting = registration?.waiting;
    const reload = () => location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    waiting?.postMessage({ type: "take-over" });
    setTimeout(reload, waiting ? activationTimeoutMs : 0);
  });
}

async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // The Vite development server has no service worker.
  if (!container || !import.meta.env.PROD) return null;
  container.addEventListener("message", ({ data }: MessageEvent<ServiceWorkerMessage>) =>
    messageEvents.emit(data),
  );
  try {
    const registration = await container.register(trustedScriptUrl("/sw.js"), {
      scope: "/",
      updateViaCache: "none",
    });
    // The page was just loaded from the server, so it is as new as the waiting worker. Activate it
    // without asking.
    if (registration.waiting) registration.waiting.postMessage({ type: "take-over" });
    registration.addEventListener("updatefound", () => watchUpdate(registration));
    setInterval(() => void registration.update().catch(() => undefined), updateCheckIntervalMs);
    return registration;
  } catch (error) {
    console.warn(
      "the service worker could not start: no notices, and no start without a connection",
      error,
    );
    return null;
  }
}

/**
 * Reports a newer version: a worker that is installed while another one controls the page. The very
 * first worker is not an update.
 */
function watchUpdate(registration: ServiceWorkerRegistration): void {
  const installing = registration.installing;
  if (!installing || !navigator.serviceWorker.controller) return;
  installing.addEventListener("statechange", () => {
    if (installing.state !== "installed") return;
    currentState = { hasUpdate: true };
    listeners.emit();
  });
}

/**
 * The content security policy requires trusted script URLs (reliability.md 6). This is the only one
 * allowed.
 */
function trustedScriptUrl(url: "/sw.js"): string {
  const types = (
    globalThis as {
      trustedTypes?: {
        createPolicy(name: string, rules: object): { createScriptURL(url: string): unknown };
      };
    }
  ).trustedTypes;
  return types === undefined
    ? url
    : (types
        .createPolicy("parlour-worker", { createScriptURL: () => "/sw.js" })
        .createScriptURL(url) as string);
}
