import { usable } from "../storage.ts";

/** What lies in one place of the page, as one object of JSON. */
export interface Kept<T extends object> {
  read(): Partial<T>;
  /** Merges; undefined removes. What cannot be written is still known to this page. */
  keep(patch: { readonly [K in keyof T]?: T[K] | undefined }): void;
}
export interface Visit {
  readonly visits: number;
  readonly pages: number;
  /** Address and referrer of its first page. */
  readonly first: string;
  readonly referrer: string;
  /** Milliseconds since 1970: when it began, when it was last seen. */
  readonly since: number;
  readonly last: number;
  /** Invitations by rule and operator that were shown in it; whether one was closed. */
  readonly invited?: number;
  readonly closed?: boolean;
  /** Time of the operator's invitation that was shown last, in whatever tab. */
  readonly shown?: number;
  /** Rules that fired in it. */
  readonly fired?: readonly string[];
}
/** Of this browser (WG-084). */
export interface BrowserData {
  readonly token: string;
  /** The visitor of the token has never opened the window, so pages need not load it (WG-103). */
  readonly past: false;
  readonly visit: Visit;
  /** When the visitor last closed an invitation. */
  readonly declined: number;
  /** Rules that fired for this visitor. */
  readonly fired: readonly string[];
}
/** Of this tab (WG-085). */
export interface TabData {
  readonly state: string;
  /** Of the window, where its own storage is denied. */
  readonly sealed: string;
}
export interface PageStore {
  readonly browser: Kept<BrowserData>;
  readonly tab: Kept<TabData>;
  /** Where the token is kept: until the browser forgets, until the tab ends, until the page does. */
  readonly lasting: "always" | "tab" | "page";
  /** Name in the browser's storage, for its events. */
  readonly name: string;
}

/** What the page keeps for its widget, each in the best storage that works; of a preview nothing. */
export function pageStore(widgetId: string, isPreview: boolean): PageStore {
  const name = `parlour:${widgetId}`;
  const local = isPreview ? null : usable(() => localStorage);
  const session = isPreview ? null : usable(() => sessionStorage);
  return {
    browser: kept(local ?? session, name),
    tab: kept(session, `${name}:tab`),
    // Of a preview nothing is kept, and nobody has to be told.
    lasting: isPreview || local !== null ? "always" : session === null ? "page" : "tab",
    name,
  };
}

function kept<T extends object>(storage: Storage | null, name: string): Kept<T> {
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
    keep(patch) {
      memory = { ...read(), ...patch } as Partial<T>;
      try {
        storage?.setItem(name, JSON.stringify(memory));
      } catch {
        // Full or forbidden since it was tried: the rest of this page goes on without it.
        storage = null;
      }
    },
  };
}
