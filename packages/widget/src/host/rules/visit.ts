import type { PageStorage, Visit } from "../../loader/page-storage.ts";

/** The visit that this page belongs to. Pages in other tabs share the visit. */
export interface StoredVisit {
  readonly now: () => Visit;
  /** Reads the changes that other tabs have stored. */
  refresh(): void;
  save(patch: Partial<Visit>): void;
}

export function createStoredVisit(initialVisit: Visit, { browser }: PageStorage): StoredVisit {
  let visit = initialVisit;
  const refresh = (): void => {
    const stored = browser.read().visit;
    if (stored?.since === visit.since) visit = { ...visit, ...stored };
  };
  return {
    now: () => visit,
    refresh,
    save(patch) {
      refresh();
      visit = { ...visit, ...patch };
      browser.save({ visit });
    },
  };
}
