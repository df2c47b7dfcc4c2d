import type { PageStorage } from "../../loader/page-storage.ts";

export interface TabSyncDeps {
  readonly store: PageStorage;
  readonly signal: AbortSignal;
  /** Called when another tab has changed the stored data. */
  readonly onStored: () => void;
  /**
   * Called when the stored token changed, because another tab removed the visitor or both tabs
   * created one at the same time. A browser has only one visitor.
   */
  readonly onVisitorChange: () => void;
}

/** Watches the data that other tabs of the browser store for this widget. */
export function startTabSync({ store, signal, onStored, onVisitorChange }: TabSyncDeps): void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== store.name) return;
    onStored();
    if (parseToken(event.oldValue) !== parseToken(event.newValue)) onVisitorChange();
  };
  window.addEventListener("storage", onStorage, { signal });
}

function parseToken(stored: string | null): unknown {
  try {
    return (JSON.parse(stored ?? "{}") as { token?: unknown } | null)?.token;
  } catch {
    return undefined;
  }
}
