import { browserClock } from "../clock.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/** State of the service worker, which opens the application offline and shows notifications. */

export interface ServiceWorkerState {
  /** Whether a newer version is installed and waits to be activated. */
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
/** Subscribes to messages from the service worker. Returns the function that unsubscribes. */
export const onServiceWorkerMessage = messageEvents.subscribe;

/**
 * Registers the service worker once. Resolves with null if the browser refuses or has no service
 * workers, which is the case over plain http except on localhost.
 */
export function startServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  pendingRegistration ??= registerServiceWorker();
  return pendingRegistration;
}

/**
 * Activates the newer version and reloads the page. Reloads after 3 s at the latest, because the
 * browser may wait minutes for the old worker to finish.
 */
export function activateUpdate(): void {
  void pendingRegistration?.then((registration) => {
    const waiting = registration?.waiting;
    const reload = () => location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    waiting?.postMessage({ type: "take-over" });
    browserClock.after(waiting ? activationTimeoutMs : 0, reload);
  });
}

async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // The Vite development server does not serve a service worker.
  if (!container || !import.meta.env.PROD) return null;
  container.addEventListener("message", ({ data }: MessageEvent<ServiceWorkerMessage>) =>
    messageEvents.emit(data),
  );
  try {
    const registration = await container.register(trustedScriptUrl("/sw.js"), {
      scope: "/",
      updateViaCache: "none",
    });
    // This page has the same version as the waiting worker, so the operator is not asked.
    if (registration.waiting) registration.waiting.postMessage({ type: "take-over" });
    registration.addEventListener("updatefound", () => watchUpdate(registration));
    browserClock.every(
      updateCheckIntervalMs,
      () => void registration.update().catch(() => undefined),
    );
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
 * Reports a worker that is installed while another one controls the page. The first is no update.
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

/** Creates a trusted script URL for the content security policy (reliability.md 6). */
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
