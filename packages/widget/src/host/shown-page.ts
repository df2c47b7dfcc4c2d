interface PageNow {
  readonly url: string;
  readonly title: string;
}
/**
 * The page that operators see: its real address and title, or those the script set (WG-064) until
 * the address changes.
 */
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
  /** The address at which the script set them. */
  let address = "";
  const now = (): PageNow => said ?? { url: location.href.slice(0, 4096), title: ownTitle().slice(0, 1000) };
  const set = (page: PageNow | null): void => {
    said = page;
    address = location.href;
    changed(now());
  };
  // Not every browser reports navigation inside a single-page application. Those that do report it
  // late, and also for entries with the same address.
  const { navigation } = window as unknown as { readonly navigation?: EventTarget };
  navigation?.addEventListener("navigatesuccess", () => set(location.href === address ? said : null), { signal });
  return { now, set };
}
