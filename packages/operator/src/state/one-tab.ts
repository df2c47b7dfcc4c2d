/** Selects exactly one tab of the browser for a task: the tab that holds the lock. */

/**
 * Requests the lock. Returns a function that says whether this tab holds it now. The lock ends with
 * `signal` or with the tab.
 */
export function oneTab(name: string, signal: AbortSignal): () => boolean {
  // `navigator.locks` is absent over plain http, except on localhost.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return byVoice(name, signal);
  let isIt = false;
  locks
    .request(name, { signal }, () => {
      isIt = true;
      return new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => {
          isIt = false;
          resolve();
        });
      });
    })
    // Aborted before the lock was granted.
    .catch(() => undefined);
  return () => isIt;
}

const sayEveryMs = 2_000;
const goneAfterMs = 5_000;

/**
 * Selects a tab without Web Locks. Tabs announce themselves over a channel every 2 s, and the
 * oldest one wins.
 */
function byVoice(name: string, signal: AbortSignal): () => boolean {
  const own = `${String(Date.now()).padStart(15, "0")} ${String(Math.random()).slice(2)}`;
  const heard = new Map<string, number>();
  const channel = new BroadcastChannel(name);
  const say = (): void => channel.postMessage(own);
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    if (!heard.has(data)) say();
    heard.set(data, Date.now());
  };
  say();
  const timer = setInterval(say, sayEveryMs);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    channel.close();
  });
  return () => {
    for (const [tab, at] of heard) if (tab < own && Date.now() - at < goneAfterMs) return false;
    return true;
  };
}

/**
 * Holds a shared lock while a condition is true in this tab. Other tabs can query it, and a crash
 * releases it.
 */
export function markTab(): (name: string | null) => void {
  const locks = navigator.locks as LockManager | undefined;
  let held: { readonly name: string; readonly end: () => void } | null = null;
  return (name) => {
    if (held?.name === name || (held === null && name === null)) return;
    held?.end();
    held = null;
    if (name === null || !locks) return;
    const ending = new AbortController();
    void locks.request(
      name,
      { mode: "shared" },
      () => new Promise<void>((resolve) => ending.signal.addEventListener("abort", () => resolve())),
    );
    held = { name, end: () => ending.abort() };
  };
}

/** Returns whether any tab holds such a lock. */
export async function isMarked(name: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return false;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name);
}
