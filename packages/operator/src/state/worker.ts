import { createListeners } from "./listeners.ts";

/**
 * The service worker of this page. It opens the application without a connection and shows
 * notifications (worker/sw.js).
 */

export interface WorkerState {
  /** A newer version is installed and waits to be activated. */
  readonly isNewer: boolean;
}
type Said =
  | { readonly type: "open-chat"; readonly chat: number }
  | { readonly type: "open-call"; readonly call: number }
  | { readonly type: "push-test" | "push-lost" };

let state: WorkerState = { isNewer: false };
let starting: Promise<ServiceWorkerRegistration | null> | null = null;
const listeners = createListeners();
const hearers = createListeners<Said>();
const lookEveryMs = 60 * 60_000;
const takeOverMs = 3_000;

export const workerState = (): WorkerState => state;
export const subscribeWorker = listeners.add;
/** Subscribes to messages from the service worker. Returns `unsubscribe`. */
export const onWorkerSaid = hearers.add;

/**
 * Registers the service worker once. Null if the browser has none (plain http, except on localhost)
 * or refuses.
 */
export function startWorker(): Promise<ServiceWorkerRegistration | null> {
  starting ??= start();
  return starting;
}

/**
 * Activates the newer version and reloads the page. Reloads after 3 s even if the browser lets the
 * old worker finish first, which may take minutes.
 */
export function takeOver(): void {
  void starting?.then((registration) => {
    const waiting = registration?.waiting;
    const reload = () => location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    waiting?.postMessage({ type: "take-over" });
    setTimeout(reload, waiting ? takeOverMs : 0);
  });
}

async function start(): Promise<ServiceWorkerRegistration | null> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // The Vite development server has no service worker.
  if (!container || !import.meta.env.PROD) return null;
  container.addEventListener("message", ({ data }: MessageEvent<Said>) => hearers.tell(data));
  try {
    const registration = await container.register(scriptUrl("/sw.js"), { scope: "/", updateViaCache: "none" });
    // The page was just loaded from the server, so it is as new as the waiting worker. Activate it
    // without asking.
    if (registration.waiting) registration.waiting.postMessage({ type: "take-over" });
    registration.addEventListener("updatefound", () => follow(registration));
    setInterval(() => void registration.update().catch(() => undefined), lookEveryMs);
    return registration;
  } catch (error) {
    console.warn("the service worker could not start: no notices, and no start without a connection", error);
    return null;
  }
}

/**
 * Reports a newer version: a worker that is installed while another one controls the page. The very
 * first worker is not an update.
 */
function follow(registration: ServiceWorkerRegistration): void {
  const found = registration.installing;
  if (!found || !navigator.serviceWorker.controller) return;
  found.addEventListener("statechange", () => {
    if (found.state !== "installed") return;
    state = { isNewer: true };
    listeners.tell();
  });
}

/**
 * The content security policy requires trusted script URLs (reliability.md 6). This is the only one
 * allowed.
 */
function scriptUrl(url: "/sw.js"): string {
  const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): unknown } } })
    .trustedTypes;
  return types === undefined
    ? url
    : (types.createPolicy("parlour-worker", { createScriptURL: () => "/sw.js" }).createScriptURL(url) as string);
}
