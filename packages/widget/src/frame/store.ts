import { usable } from "../storage.ts";

/**
 * Storage of the chat window under one widget's prefix. Chat texts are never stored in the page
 * (WG-084).
 */
export interface Store {
  readonly read: (key: string) => string | null;
  /** Null removes the value. */
  write(key: string, value: string | null): void;
  readonly keys: () => readonly string[];
  /** Only for storage that needs the key of a welcome (`sealed-page-storage.ts`). */
  readonly unlock?: (key: string) => Promise<void>;
}

/** Opens the iframe's own storage. Null where the browser denies it. */
export function frameStore(widgetId: string): Store | null {
  const kept = usable(() => window.localStorage) ?? usable(() => window.sessionStorage);
  return kept === null ? null : storeIn(kept, `parlour-window:${widgetId}:`);
}

export function memoryStore(): Store {
  const values = new Map<string, string>();
  return {
    read: (key) => values.get(key) ?? null,
    write: (key, value) => void (value === null ? values.delete(key) : values.set(key, value)),
    keys: () => [...values.keys()],
  };
}

function storeIn(kept: Storage, prefix: string): Store {
  const late = memoryStore();
  return {
    read: (key) => late.read(key) ?? kept.getItem(prefix + key),
    write(key, value) {
      late.write(key, null);
      try {
        if (value === null) kept.removeItem(prefix + key);
        else kept.setItem(prefix + key, value);
      } catch {
        // Storage is full. This chat window still has the value.
        late.write(key, value);
      }
    },
    keys() {
      const own = Object.keys(kept).filter((name) => name.startsWith(prefix));
      return [...new Set([...own.map((name) => name.slice(prefix.length)), ...late.keys()])];
    },
  };
}
