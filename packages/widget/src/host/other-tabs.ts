import type { PageStore } from "../loader/store.ts";

export interface OtherTabsDeps {
  readonly store: PageStore;
  readonly signal: AbortSignal;
  /** One of them kept something. */
  readonly kept: () => void;
  /** One forgot the visitor, or both met the server at once: one visitor for one browser. */
  readonly anotherVisitor: () => void;
}

/** Hears what other tabs of the browser keep for this widget. */
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
