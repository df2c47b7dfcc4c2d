import type { PageStore } from "../loader/store.ts";

export interface OtherTabsDeps {
  readonly store: PageStore;
  readonly signal: AbortSignal;
  /** Another tab changed the stored data. */
  readonly kept: () => void;
  /**
   * The stored token changed: another tab removed the visitor, or both tabs created one at once. A
   * browser has one visitor.
   */
  readonly anotherVisitor: () => void;
}

/** Watches what other tabs of the browser store for this widget. */
export function hearOtherTabs({ store, signal, kept, anotherVisitor }: OtherTabsDeps): void {
  const heard = (event: StorageEvent): void => {
    if (event.key !== store.name) return;
    kept();
    if (tokenOf(event.oldValue) !== tokenOf(event.newValue)) anotherVisitor();
  };
  window.addEventListener("storage", heard, { signal });
}

function tokenOf(stored: string | null): unknown {
  try {
    return (JSON.parse(stored ?? "{}") as { token?: unknown } | null)?.token;
  } catch {
    return undefined;
  }
}
