import { getUsableStorage } from "../../storage.ts";

/**
 * Key-value storage of the chat window. All keys have the widget's prefix. Chat texts are never
 * stored in the host page (WG-213).
 */
export interface KeyValueStore {
  readonly read: (key: string) => string | null;
  /** Null removes the value. */
  write(key: string, value: string | null): void;
  readonly keys: () => readonly string[];
  /**
   * Decrypts the storage with the key in a welcome frame. Present only if the storage is encrypted
   * (`host-page-storage.ts`).
   */
  readonly unlock?: (key: string) => Promise<void>;
}

/** Opens the iframe's own storage. Null where the browser denies it. */
export function openLocalStorage(widgetId: string): KeyValueStore | null {
  const storage =
    getUsableStorage(() => window.localStorage) ?? getUsableStorage(() => window.sessionStorage);
  return storage === null ? null : createPrefixedStorage(storage, `parlour-window:${widgetId}:`);
}

/** Returns the chat and the `seq` of a message that are stored with the key, or zeros. */
export function readPosition(store: KeyValueStore, key: string): readonly [number, number] {
  const [chat = 0, seq = 0] = (store.read(key) ?? "").split(" ").map(Number);
  return [chat, seq];
}

export function createMemoryStorage(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    read: (key) => values.get(key) ?? null,
    write: (key, value) => void (value === null ? values.delete(key) : values.set(key, value)),
    keys: () => [...values.keys()],
  };
}

function createPrefixedStorage(storage: Storage, prefix: string): KeyValueStore {
  const unwritten = createMemoryStorage();
  return {
    read: (key) => unwritten.read(key) ?? storage.getItem(prefix + key),
    write(key, value) {
      unwritten.write(key, null);
      try {
        if (value === null) storage.removeItem(prefix + key);
        else storage.setItem(prefix + key, value);
      } catch {
        // The storage is full. Keep the value in memory for this chat window.
        unwritten.write(key, value);
      }
    },
    keys() {
      const storedKeys = Object.keys(storage).filter((name) => name.startsWith(prefix));
      return [
        ...new Set([...storedKeys.map((name) => name.slice(prefix.length)), ...unwritten.keys()]),
      ];
    },
  };
}
