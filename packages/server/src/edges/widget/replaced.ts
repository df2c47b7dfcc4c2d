/**
 * A page whose script replaced the account's triggers by its own rules (WG-050). `at` is in ms
 * since 1970.
 */
export interface ReplacedPage {
  readonly channelId: number;
  readonly url: string;
  readonly at: number;
}
/** Pages stored per account. The oldest are evicted. */
const mostPages = 100;
const mostAccounts = 1_000;

/** Pages with their own rules that this process has seen. A hint for authors of triggers. */
export class Replaced {
  readonly #byAccount = new Map<number, Map<string, ReplacedPage>>();

  note(account: number, page: ReplacedPage): void {
    const address = URL.parse(page.url);
    if (address === null) return;
    // The query differs from visit to visit and may contain data of the visitor.
    const url = `${address.origin}${address.pathname}`;
    const pages = this.#byAccount.get(account) ?? new Map<string, ReplacedPage>();
    const key = `${page.channelId} ${url}`;
    pages.delete(key);
    pages.set(key, { ...page, url });
    keep(pages, mostPages);
    this.#byAccount.delete(account);
    this.#byAccount.set(account, pages);
    keep(this.#byAccount, mostAccounts);
  }
  /** Returns the pages, the latest first. */
  of(account: number): readonly ReplacedPage[] {
    return [...(this.#byAccount.get(account)?.values() ?? [])].toReversed();
  }
}

function keep(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
