import { browserClock, type Clock } from "../clock.ts";

/** Selects exactly one tab of the browser for a task: the one that holds the lock. */

/**
 * Requests the lock until `signal` or the end of the tab. The result tells whether the tab has it.
 */
export function acquireTabLock(
  name: string,
  signal: AbortSignal,
  clock = browserClock,
): () => boolean {
  // `navigator.locks` is absent over plain http, except on localhost.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return electByBroadcast(name, signal, clock);
  let hasLock = false;
  locks
    .request(name, { signal }, () => {
      hasLock = true;
      return new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => {
          hasLock = false;
          resolve();
        });
      });
    })
    // The request was aborted before the lock was granted.
    .catch(() => undefined);
  return () => hasLock;
}

const announceIntervalMs = 2_000;
const tabTimeoutMs = 5_000;

/** Selects the oldest tab without Web Locks. Tabs announce themselves over a channel every 2 s. */
function electByBroadcast(name: string, signal: AbortSignal, clock: Clock): () => boolean {
  const tabId = `${String(clock.now()).padStart(15, "0")} ${String(Math.random()).slice(2)}`;
  const lastSeen = new Map<string, number>();
  const channel = new BroadcastChannel(name);
  const announce = (): void => channel.postMessage(tabId);
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    if (!lastSeen.has(data)) announce();
    lastSeen.set(data, clock.now());
  };
  announce();
  const stopAnnouncing = clock.every(announceIntervalMs, announce);
  signal.addEventListener("abort", () => {
    stopAnnouncing();
    channel.close();
  });
  return () => {
    for (const [tab, at] of lastSeen)
      if (tab < tabId && clock.now() - at < tabTimeoutMs) return false;
    return true;
  };
}

/**
 * Creates a function that holds a shared lock while a condition is true in this tab. Other tabs can
 * query the lock, and the browser releases it if the tab crashes.
 */
export function createTabMarker(): (name: string | null) => void {
  const locks = navigator.locks as LockManager | undefined;
  let current: { readonly name: string; readonly end: () => void } | null = null;
  return (name) => {
    if (current?.name === name || (current === null && name === null)) return;
    current?.end();
    current = null;
    if (name === null || !locks) return;
    const ending = new AbortController();
    void locks.request(
      name,
      { mode: "shared" },
      () =>
        new Promise<void>((resolve) => ending.signal.addEventListener("abort", () => resolve())),
    );
    current = { name, end: () => ending.abort() };
  };
}

/** Returns true if any tab holds the shared lock `name`. */
export async function isTabMarked(name: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return false;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name);
}
