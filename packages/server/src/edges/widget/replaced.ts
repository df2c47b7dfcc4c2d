/** A page whose script put its own rules in the place of the account's (WG-050); `at` in milliseconds since 1970. */
export interface ReplacedPage {
  readonly channelId: number;
  readonly url: string;
  readonly at: number;
}
/** Pages that are remembered of an account; the oldest go. */
const mostPages = 100;
const mostAccounts = 1_000;

/** Where pages have rules of their own, as far as this process has heard: a hint for who writes triggers. */
export class Replaced {
  readonly #byAccount = new Map<number, Map<string, ReplacedPage>>();

  note(account: number, page: ReplacedPage): void {
    const address = URL.parse(page.url);
    if (address === null) return;
    // What a page is asked with differs from visit to visit, and may hold words of the visitor.
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
  /** The latest first. */
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
