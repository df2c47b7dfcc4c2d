import type { Cluster } from "../../../cluster/index.ts";
import { evictOldest } from "../../../core/bounded-map.ts";

/** A page with rules of its own instead of triggers (WG-050). `at`: ms since 1970. */
export interface PageWithOwnRules {
  readonly channelId: number;
  readonly url: string;
  readonly at: number;
}
/** Asks a node for the pages of an account. */
interface PagesRequest {
  readonly account: number;
}
const pagesTopic = "pages with own rules";
const responseTimeoutMs = 500;
/** Maximum number of pages per account. The oldest are evicted. */
const maxTrackedPages = 100;
const maxTrackedAccounts = 1_000;

/** Keeps the pages with rules of their own, so that authors see who ignores their triggers. */
export class PageRulesRegistry {
  readonly #byAccount = new Map<number, Map<string, PageWithOwnRules>>();
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    cluster.onRequest<PagesRequest, readonly PageWithOwnRules[]>(pagesTopic, ({ account }) =>
      this.#listOnThisNode(account),
    );
  }

  record(account: number, page: PageWithOwnRules): void {
    const address = URL.parse(page.url);
    if (address === null) return;
    // The query is dropped, because it differs between visits and may contain data of the visitor.
    const url = `${address.origin}${address.pathname}`;
    const pages = this.#byAccount.get(account) ?? new Map<string, PageWithOwnRules>();
    const tracked = { ...page, url };
    pages.delete(toKey(tracked));
    pages.set(toKey(tracked), tracked);
    evictOldest(pages, maxTrackedPages);
    this.#byAccount.delete(account);
    this.#byAccount.set(account, pages);
    evictOldest(this.#byAccount, maxTrackedAccounts);
  }
  /** Returns the pages that visitors have opened at any node, latest first. */
  async list(account: number): Promise<readonly PageWithOwnRules[]> {
    const request: PagesRequest = { account };
    const { results } = await this.#cluster.requestAll<readonly PageWithOwnRules[]>(
      pagesTopic,
      request,
      responseTimeoutMs,
    );
    const found = new Map<string, PageWithOwnRules>();
    for (const page of [...this.#listOnThisNode(account), ...results.flat()].toSorted(
      (a, b) => b.at - a.at,
    )) {
      const key = toKey(page);
      if (!found.has(key)) found.set(key, page);
    }
    return [...found.values()].slice(0, maxTrackedPages);
  }
  #listOnThisNode(account: number): readonly PageWithOwnRules[] {
    return [...(this.#byAccount.get(account)?.values() ?? [])].toReversed();
  }
}

const toKey = ({ channelId, url }: PageWithOwnRules): string => `${channelId} ${url}`;
