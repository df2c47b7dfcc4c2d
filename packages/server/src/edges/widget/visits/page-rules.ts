/**
 * A page whose script replaced the account's triggers with its own rules (WG-050). `at` is in ms
 * since 1970.
 */
export interface PageWithOwnRules {
  readonly channelId: number;
  readonly url: string;
  readonly at: number;
}
/** Maximum number of pages per account. The oldest are evicted. */
const maxTrackedPages = 100;
const maxTrackedAccounts = 1_000;

/**
 * Keeps the pages that define their own rules. Authors of triggers see which pages ignore their
 * triggers.
 */
export class PageRulesRegistry {
  readonly #byAccount = new Map<number, Map<string, PageWithOwnRules>>();

  record(account: number, page: PageWithOwnRules): void {
    const address = URL.parse(page.url);
    if (address === null) return;
    // The query is dropped, because it differs between visits and may contain data of the visitor.
    const url = `${address.origin}${address.pathname}`;
    const pages = this.#byAccount.get(account) ?? new Map<string, PageWithOwnRules>();
    const key = `${page.channelId} ${url}`;
    pages.delete(key);
    pages.set(key, { ...page, url });
    evictOldest(pages, maxTrackedPages);
    this.#byAccount.delete(account);
    this.#byAccount.set(account, pages);
    evictOldest(this.#byAccount, maxTrackedAccounts);
  }
  /** Returns the pages, latest first. */
  list(account: number): readonly PageWithOwnRules[] {
    return [...(this.#byAccount.get(account)?.values() ?? [])].toReversed();
  }
}

function evictOldest(map: Map<unknown, unknown>, maxSize: number): void {
  for (const key of map.keys()) {
    if (map.size <= maxSize) return;
    map.delete(key);
  }
}
