import { usable } from "../storage.ts";

/** What the window keeps for itself below one widget's name; chat text never lies in the page (WG-084). */
export interface Store {
  readonly read: (key: string) => string | null;
  /** null: forget it. */
  write(key: string, value: string | null): void;
  readonly keys: () => readonly string[];
  /** Of a store that opens with the key of a welcome (`page-store.ts`). */
  readonly unlock?: (key: string) => Promise<void>;
}

/** The frame's own storage; null where the browser denies it: it throws, or is blocked, in many. */
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
        // Full: this window still knows.
        late.write(key, value);
      }
    },
    keys() {
      const own = Object.keys(kept).filter((name) => name.startsWith(prefix));
      return [...new Set([...own.map((name) => name.slice(prefix.length)), ...late.keys()])];
    },
  };
}
