interface ReportedPageData {
  readonly url: string;
  readonly title: string;
}
/**
 * The page that operators see. It has the real address and title, or those that the script has set
 * (WG-211), which apply until the address changes.
 */
export interface ReportedPage {
  readonly now: () => ReportedPageData;
  set(page: ReportedPageData): void;
}
export interface ReportedPageDeps {
  readonly getTitle: () => string;
  readonly onChange: (page: ReportedPageData) => void;
  readonly signal: AbortSignal;
}

export function createReportedPage({ getTitle, onChange, signal }: ReportedPageDeps): ReportedPage {
  let scriptPage: ReportedPageData | null = null;
  /** The real address of the page when the script set the values. */
  let address = "";
  const now = (): ReportedPageData =>
    scriptPage ?? { url: location.href.slice(0, 4096), title: getTitle().slice(0, 1000) };
  const set = (page: ReportedPageData | null): void => {
    scriptPage = page;
    address = location.href;
    onChange(now());
  };
  // Not every browser reports navigation inside a single-page application. The others report it
  // late, and also for entries with the same address.
  const { navigation } = window as unknown as { readonly navigation?: EventTarget };
  navigation?.addEventListener(
    "navigatesuccess",
    () => set(location.href === address ? scriptPage : null),
    { signal },
  );
  return { now, set };
}
