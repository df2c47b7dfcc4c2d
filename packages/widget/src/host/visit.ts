import type { PageStore, Visit } from "../loader/store.ts";

/** The visit that this page belongs to. Pages in other tabs share it. */
export interface KeptVisit {
  readonly now: () => Visit;
  /** Reads the changes of other tabs. */
  read(): void;
  keep(patch: Partial<Visit>): void;
}

export function keptVisit(begun: Visit, { browser }: PageStore): KeptVisit {
  let visit = begun;
  const read = (): void => {
    const stored = browser.read().visit;
    if (stored?.since === visit.since) visit = { ...visit, ...stored };
  };
  return {
    now: () => visit,
    read,
    keep(patch) {
      read();
      visit = { ...visit, ...patch };
      browser.keep({ visit });
    },
  };
}
