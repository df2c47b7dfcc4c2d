import { getUsableStorage } from "../storage.ts";

/** One JSON object in the browser's storage. */
export interface StoredObject<T extends object> {
  read(): Partial<T>;
  /**
   * Merges the patch; undefined removes a value. If writing fails, this page still has the value.
   */
  save(patch: { readonly [K in keyof T]?: T[K] | undefined }): void;
}
export interface Visit {
  readonly visits: number;
  readonly pages: number;
  /** Address and referrer of its first page. */
  readonly first: string;
  readonly referrer: string;
  /** Milliseconds since 1970: start of the visit, and its last page. */
  readonly since: number;
  readonly last: number;
  /** Invitations of rules and operators shown in the visit, and whether one was closed. */
  readonly invited?: number;
  readonly closed?: boolean;
  /** Time of the operator's invitation shown last, in any tab. */
  readonly shown?: number;
  /** Rules that fired in the visit. */
  readonly fired?: readonly string[];
}
/** Data of this browser (WG-084). */
export interface BrowserData {
  readonly token: string;
  /** False: the visitor has never opened the chat window, so pages need not load it (WG-103). */
  readonly past: false;
  readonly visit: Visit;
  /** When the visitor last closed an invitation. */
  readonly declined: number;
  /** Rules that fired for this visitor. */
  readonly fired: readonly string[];
}
/** Data of this tab (WG-085). */
export interface TabData {
  readonly state: string;
  /** Encrypted state of the chat window, where its own storage is denied. */
  readonly sealed: string;
}
export interface PageStorage {
  readonly browser: StoredObject<BrowserData>;
  readonly tab: StoredObject<TabData>;
  /** Lifetime of the stored token: unlimited, until the tab closes, or until the page is left. */
  readonly durability: "always" | "tab" | "page";
  /** Storage key, to recognise storage events. */
  readonly name: string;
}

/**
 * Opens the data that the page stores for its widget, in the most durable storage that works. A
 * preview stores nothing.
 */
export function openPageStorage(widgetId: string, isPreview: boolean): PageStorage {
  const name = `parlour:${widgetId}`;
  const local = isPreview ? null : getUsableStorage(() => localStorage);
  const session = isPreview ? null : getUsableStorage(() => sessionStorage);
  return {
    browser: createStoredObject(local ?? session, name),
    tab: createStoredObject(session, `${name}:tab`),
    // A preview stores nothing and shows no warning.
    durability: isPreview || local !== null ? "always" : session === null ? "page" : "tab",
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
      const value: unknown = storage === null ? memory : JSON.parse(storage.getItem(name) ?? "{}");
      return typeof value === "object" && value !== null ? value : {};
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
