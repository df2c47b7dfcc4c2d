import type { ClientAddress } from "../../../core/client/address.ts";
import type { PresentRequest } from "@parlour/protocol/widget";
import { refuse } from "../../../core/failure.ts";
import { toClientKey } from "../../../limits/client-key.ts";
import { createSlotCounter } from "../../../limits/slot-counter.ts";
import { identifyConnection, type HandshakeDeps } from "../session/handshake.ts";
import { sha256, TryLaterError } from "../session/identity.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { WidgetCache } from "../session/widget-cache.ts";
import type { VisitRegistry } from "../visits/visit-registry.ts";

export interface PagePresenceDeps {
  readonly hello: HandshakeDeps;
  readonly widgetCache: WidgetCache;
  readonly visits: VisitRegistry;
}
/** Sender of an HTTP request. */
export interface RequestSender {
  readonly address: ClientAddress;
  readonly userAgent: string;
  /** Origin of the page. Empty if the sender is not a browser. */
  readonly origin: string;
}
/** A page that sends requests. It counts as closed after `until` (ms since 1970). */
export interface PresentPage {
  readonly connection: VisitorConnection;
  readonly hasWritten: boolean;
  isStale: boolean;
  until: number;
  /** Releases the slot of the page's IP address. */
  readonly release: () => void;
}
const sweepIntervalMs = 5_000;
/** Maximum of pages: that of a node's sockets (CORE-164), per visitor of connections (WG-212). */
const maxPages = 20_000;
const maxPagesPerVisitor = 50;

/**
 * Opens the registry of pages and their connections. Removes pages that no longer send requests.
 * Enforces the maximum number of pages per node and per visitor.
 */
export function openPageRegistry({ hello, widgetCache, visits }: PagePresenceDeps) {
  const { clock, limits } = hello;
  const pages = new Map<string, PresentPage>();
  const slots = createSlotCounter(() => limits.value("widget_sockets_per_address"));
  let cancelSweep: (() => void) | null = null;
  let isClosed = false;

  const removePage = (key: string): void => {
    const page = pages.get(key);
    if (page === undefined) return;
    pages.delete(key);
    page.release();
    visits.removeConnection(page.connection);
  };
  /** Removes pages that no longer send requests. */
  const sweep = (): void => {
    cancelSweep = null;
    for (const [key, { until }] of pages) if (until <= clock.now()) removePage(key);
    if (pages.size > 0) sweepLater();
  };
  const sweepLater = (): void => {
    if (!isClosed) cancelSweep ??= clock.scheduleAt(clock.now() + sweepIntervalMs, sweep);
  };
  const registerPage = async (
    request: PresentRequest,
    sender: RequestSender,
  ): Promise<{ readonly page: PresentPage; readonly token: string | null }> => {
    const previousKey = request.token === null ? null : toKey(request.token, request.view);
    if (previousKey !== null) pages.get(previousKey)?.release();
    if (!pages.has(previousKey ?? "") && pages.size >= maxPages)
      throw new TryLaterError("too many pages are open here");
    const release = slots.acquire(toClientKey(sender.address));
    try {
      if (release === null) throw new TryLaterError("too many pages from this address");
      const { connection, hasWritten, token } = await identifyConnection(
        hello,
        { ...request, user_token: null, origin: sender.origin },
        sender,
      );
      if (isClosed) refuse("temporarily_unavailable", "The server is stopping.");
      const key =
        previousKey !== null && token === null ? previousKey : toKey(token ?? "", request.view);
      if (
        !pages.has(key) &&
        visits.connectionsOf(connection.account, connection.visitorId).size >= maxPagesPerVisitor
      )
        throw new TryLaterError("too many pages of this visitor");
      connection.widget = widgetCache.share(connection.publicId, connection.widget);
      visits.addConnection(connection, request.page);
      // The new connection is registered before the previous one is removed, so that the visit does
      // not end between the two.
      if (previousKey !== null) removePage(previousKey);
      removePage(key);
      const page: PresentPage = { connection, hasWritten, isStale: false, until: 0, release };
      pages.set(key, page);
      return { page, token };
    } catch (error) {
      release?.();
      if (previousKey !== null) removePage(previousKey);
      throw error;
    }
  };
  return {
    pages,
    removePage,
    registerPage,
    sweepLater,
    close: (): void => {
      isClosed = true;
      cancelSweep?.();
    },
  };
}

/** Returns the key of a page with the hash of the token. `view`: the tab of the visitor. */
export const toKey = (token: string, view: string): string =>
  `${sha256(token).toString("base64url")} ${view}`;
