import { cleanText, cutText } from "../../core/chat/text.ts";
import type { Clock } from "../../core/ports.ts";
import type { Widget } from "./deps.ts";

/** Pages of Parlour itself that show a widget, by whatever name of the host they were opened. */
const ownPages = /^\/widget-(?:test|preview)(?:\/|$)/;
/** A site is written again after this time, so that a busy page costs one small write in it. */
const againMs = 15_000;
/** Sites of one widget that are written within that time; more are made up. */
const maxAtOnce = 40;
const maxWidgets = 10_000;
const maxTitle = 200;
const maxUrl = 500;

export interface SiteNote {
  readonly account: number;
  readonly channelId: number;
  readonly origin: string;
  readonly page: { readonly url: string; readonly title: string } | null;
  readonly now: number;
}
export interface SitesDeps {
  readonly clock: Pick<Clock, "now">;
  readonly noteSite: (note: SiteNote) => Promise<void>;
  readonly log: { warn(fields: object, message: string): void };
}

/** Notes on which sites a widget was loaded (API-160): by its script with the origin alone, by its connection with the page. Never delays either. */
export class Sites {
  readonly #deps: SitesDeps;
  /** By widget, when each site was written last, with or without its page. */
  readonly #written = new Map<number, Map<string, number>>();
  readonly #pending = new Set<Promise<void>>();

  constructor(deps: SitesDeps) {
    this.#deps = deps;
  }

  /** `address`: of the page; of a page that sends no full address its origin. `title` null: not known. */
  note({ account, channelId }: Pick<Widget, "account" | "channelId">, address: string, title: string | null): void {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol)) return;
    if (ownPages.test(url.pathname)) return;
    const now = this.#deps.clock.now();
    if (!this.#isDue(channelId, `${title === null ? "" : "page "}${url.origin}`, now)) return;
    // The query of a page may hold words of the visitor.
    const page =
      title === null ? null : { url: `${url.origin}${url.pathname}`.slice(0, maxUrl), title: cutText(cleanText(title), maxTitle).text };
    const writing = this.#deps
      .noteSite({ account, channelId, origin: url.origin, page, now })
      .catch((error: unknown) => this.#deps.log.warn({ error, channel: channelId }, "the site of a widget could not be noted"))
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
    for (const [site, at] of sites) if (now - at >= againMs) sites.delete(site);
    if (sites.has(key) || sites.size >= maxAtOnce) return false;
    sites.set(key, now);
    return true;
  }
}
