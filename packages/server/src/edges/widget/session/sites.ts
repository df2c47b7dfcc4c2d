import { cleanText, cutText } from "../../../core/text.ts";
import type { Clock } from "../../../core/command.ts";
import type { Widget } from "../types.ts";

/** Pages of Parlour that show a widget. They are not recorded, under any host name. */
const installationPages = /^\/widget-(?:test|preview)(?:\/|$)/;
/** Minimum time in ms between two writes of a site, so that a busy page causes few writes. */
const rewriteIntervalMs = 15_000;
/**
 * Maximum number of sites of one widget that are written within this interval. Further sites are
 * probably forged.
 */
const maxSitesPerInterval = 40;
const maxWidgets = 10_000;
const maxTitleLength = 200;
const maxUrlLength = 500;

export interface SiteNote {
  readonly account: number;
  readonly channelId: number;
  readonly origin: string;
  readonly page: { readonly url: string; readonly title: string } | null;
  readonly now: number;
}
export interface SitesDeps {
  readonly clock: Clock;
  readonly noteSite: (note: SiteNote) => Promise<void>;
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * Records which sites load a widget (API-360). The script provides the origin, and the connection
 * also the page. Both continue without waiting for the write.
 */
export class SiteRecorder {
  readonly #deps: SitesDeps;
  /** Time of the last write per widget and site. A site with its page has a separate entry. */
  readonly #written = new Map<number, Map<string, number>>();
  readonly #pending = new Set<Promise<void>>();

  constructor(deps: SitesDeps) {
    this.#deps = deps;
  }

  /**
   * Records a site. `address` is the URL of the page, or its origin if the browser sends no full
   * referrer. `title` is null if it is not known.
   */
  record({ account, channelId }: Widget, address: string, title: string | null): void {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol)) return;
    if (installationPages.test(url.pathname)) return;
    const now = this.#deps.clock.now();
    if (!this.#isDue(channelId, `${title === null ? "" : "page "}${url.origin}`, now)) return;
    // The query of a page may contain data of the visitor, so it is removed.
    const page =
      title === null
        ? null
        : {
            url: `${url.origin}${url.pathname}`.slice(0, maxUrlLength),
            title: cutText(cleanText(title), maxTitleLength).text,
          };
    const writing = this.#deps
      .noteSite({ account, channelId, origin: url.origin, page, now })
      .catch((error: unknown) =>
        this.#deps.log.warn(
          { error, channel: channelId },
          "the site of a widget could not be stored",
        ),
      )
      .finally(() => this.#pending.delete(writing));
    this.#pending.add(writing);
  }

  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #isDue(channelId: number, key: string, now: number): boolean {
    const sites = this.#written.get(channelId) ?? new Map<string, number>();
    this.#written.delete(channelId);
    this.#written.set(channelId, sites);
    const [oldest] = this.#written.keys();
    if (this.#written.size > maxWidgets && oldest !== undefined) this.#written.delete(oldest);
    for (const [site, at] of sites) if (now - at >= rewriteIntervalMs) sites.delete(site);
    if (sites.has(key) || sites.size >= maxSitesPerInterval) return false;
    sites.set(key, now);
    return true;
  }
}
