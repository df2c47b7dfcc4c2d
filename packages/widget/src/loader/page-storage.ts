import { getUsableStorage } from "../storage.ts";

/** One JSON object, stored in the browser under a fixed key. */
interface StoredObject<T extends object> {
  read(): Partial<T>;
  /**
   * Merges the patch into the object. Undefined removes a value. If writing fails, the value is
   * still available on this page.
   */
  save(patch: { readonly [K in keyof T]?: T[K] | undefined }): void;
}
export interface Visit {
  readonly visits: number;
  readonly pages: number;
  /** Address and referrer of the first page of the visit. */
  readonly first: string;
  readonly referrer: string;
  /** Start of the visit and time of its last page, in Unix milliseconds. */
  readonly since: number;
  readonly last: number;
  /**
   * Number of invitations of rules and operators that were shown in the visit, and whether the
   * visitor closed one.
   */
  readonly invited?: number;
  readonly closed?: boolean;
  /** Time of the last operator's invitation that any tab has shown. */
  readonly shown?: number;
  /** Keys of the rules that have fired in the visit. */
  readonly fired?: readonly string[];
}
/** Data of this browser (WG-084). */
interface BrowserData {
  readonly token: string;
  /**
   * False if the visitor has never opened the chat window. Pages then need not load it (WG-103).
   */
  readonly past: false;
  readonly visit: Visit;
  /** Times at which the visitor last saw and last closed an invitation. */
  readonly invitedAt: number;
  readonly declined: number;
  /** Keys of the rules that have fired for this visitor. */
  readonly fired: readonly string[];
}
/** Data of this tab (WG-085). */
interface TabData {
  readonly state: string;
  /**
   * Encrypted state of the chat window. Used where the browser denies storage to the chat window.
   */
  readonly sealed: string;
}
export interface PageStorage {
  readonly browser: StoredObject<BrowserData>;
  readonly tab: StoredObject<TabData>;
  /**
   * How long the token is stored: without limit, until the tab closes, or until the page is left.
   */
  readonly durability: "always" | "tab" | "page";
  /** Key of the object in the storage. Used to recognise storage events. */
  readonly name: string;
}

/**
 * Opens the data that the page stores for its widget, in the most durable storage available. A
 * preview stores nothing.
 */
export function openPageStorage(widgetId: string, isPreview: boolean): PageStorage {
  const name = `parlour:${widgetId}`;
  const local = isPreview ? null : getUsableStorage(() => localStorage);
  const session = isPreview ? null : getUsableStorage(() => sessionStorage);
  return {
    browser: createStoredObject(local ?? session, name),
    tab: createStoredObject(session, `${name}:tab`),
    // A preview stores nothing, but must not show a warning about it.
    durability: isPreview || local ? "always" : session ? "tab" : "page",
    name,
  };
}

function createStoredObject<T extends object>(
  storage: Storage | null,
  name: string,
): StoredObject<T> {
  let memory: Partial<T> = {};
  const read = (): Partial<T> => {
    try {
      // The page may have stored another value. Object() converts null and primitives.
      return storage === null
        ? memory
        : (Object(JSON.parse(storage.getItem(name) ?? "{}")) as Partial<T>);
    } catch {
      return memory;
    }
  };
  return {
    read,
    save(patch) {
      memory = { ...read(), ...patch } as Partial<T>;
      try {
        storage?.setItem(name, JSON.stringify(memory));
      } catch {
        // Storage is full or forbidden since the first check. The page continues without it.
        storage = null;
      }
    },
  };
}
