import { createListeners } from "./listeners.ts";

/** The service worker of this page: opens the application without a connection, shows notices (worker/sw.js). */

export interface WorkerState {
  /** Another version waits to take over. */
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
/** What the worker tells its pages. */
export const onWorkerSaid = hearers.add;

/** Registers it once; null where browsers know none (plain http beyond localhost) or refuse. */
export function startWorker(): Promise<ServiceWorkerRegistration | null> {
  starting ??= start();
  return starting;
}

/** The newer version takes over, and the page is read again; also when the browser lets the old one end its work first, which may take minutes. */
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
  // Vite's own server has none.
  if (!container || !import.meta.env.PROD) return null;
  container.addEventListener("message", ({ data }: MessageEvent<Said>) => hearers.tell(data));
  try {
    const registration = await container.register(scriptUrl("/sw.js"), { scope: "/", updateViaCache: "none" });
    // The page came from the server, so it is as new as what waits since before: no question is needed.
    if (registration.waiting) registration.waiting.postMessage({ type: "take-over" });
    registration.addEventListener("updatefound", () => follow(registration));
    setInterval(() => void registration.update().catch(() => undefined), lookEveryMs);
    return registration;
  } catch (error) {
    console.warn("the service worker could not start: no notices, and no start without a connection", error);
    return null;
  }
}

/** A worker that is installed beside one that runs is a newer version; the first one of all is none. */
function follow(registration: ServiceWorkerRegistration): void {
  const found = registration.installing;
  if (!found || !navigator.serviceWorker.controller) return;
  found.addEventListener("statechange", () => {
    if (found.state !== "installed") return;
    state = { isNewer: true };
    listeners.tell();
  });
}

/** The content policy wants script addresses vouched for (reliability.md 6): this one, and no other. */
function scriptUrl(url: "/sw.js"): string {
  const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): unknown } } })
    .trustedTypes;
  return types === undefined
    ? url
    : (types.createPolicy("parlour-worker", { createScriptURL: () => "/sw.js" }).createScriptURL(url) as string);
}
