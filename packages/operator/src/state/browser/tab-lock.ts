/** Selects exactly one tab of the browser for a task: the tab that holds the lock. */

/**
 * Requests the lock. Returns a function that says whether this tab holds it now. The lock ends with
 * `signal` or with the tab.
 */
export function acquireTabLock(name: string, signal: AbortSignal): () => boolean {
  // `navigator.locks` is absent over plain http, except on localhost.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return electByBroadcast(name, signal);
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
    // Aborted before the lock was granted.
    .catch(() => undefined);
  return () => hasLock;
}

const announceIntervalMs = 2_000;
const tabTimeoutMs = 5_000;

/**
 * Selects a tab without Web Locks. Tabs announce themselves over a channel every 2 s, and the
 * oldest one wins.
 */
function electByBroadcast(name: string, signal: AbortSignal): () => boolean {
  const tabId = `${String(Date.now()).padStart(15, "0")} ${String(Math.random()).slice(2)}`;
  const lastSeen = new Map<string, number>();
  const channel = new BroadcastChannel(name);
  const announce = (): void => channel.postMessage(tabId);
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    if (!lastSeen.has(data)) announce();
    lastSeen.set(data, Date.now());
  };
  announce();
  const timer = setInterval(announce, announceIntervalMs);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    channel.close();
  });
  return () => {
    for (const [tab, at] of lastSeen)
      if (tab < tabId && Date.now() - at < tabTimeoutMs) return false;
    return true;
  };
}

/**
 * Holds a shared lock while a condition is true in this tab. Other tabs can query it, and a crash
 * releases it.
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

/** Returns whether any tab holds such a lock. */
export async function isTabMarked(name: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return false;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name);
}
