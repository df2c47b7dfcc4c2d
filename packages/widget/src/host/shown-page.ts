interface PageNow {
  readonly url: string;
  readonly title: string;
}
/** The page that operators see: as it is, or as its script said (WG-064) until it goes on to another address. */
export interface ShownPage {
  readonly now: () => PageNow;
  set(page: PageNow): void;
}
export interface ShownPageDeps {
  readonly ownTitle: () => string;
  readonly changed: (page: PageNow) => void;
  readonly signal: AbortSignal;
}

export function openShownPage({ ownTitle, changed, signal }: ShownPageDeps): ShownPage {
  let said: PageNow | null = null;
  /** Where it was said. */
  let address = "";
  const now = (): PageNow => said ?? { url: location.href.slice(0, 4096), title: ownTitle().slice(0, 1000) };
  const set = (page: PageNow | null): void => {
    said = page;
    address = location.href;
    changed(now());
  };
  // Not every browser says when a single-page application goes on; those that do say it a moment later, and of entries at the same address, too.
  const { navigation } = window as unknown as { readonly navigation?: EventTarget };
  navigation?.addEventListener("navigatesuccess", () => set(location.href === address ? said : null), { signal });
  return { now, set };
}
