import type { LeftRequest, PresentRequest, WidgetPresence } from "@parlour/protocol/widget";
import { refuse } from "../../../core/failure.ts";
import { toClientKey } from "../../../limits/client-key.ts";
import { createSlotCounter } from "../../../limits/slot-counter.ts";
import { isBlocked } from "../session/block-check.ts";
import { identifyConnection, type HandshakeDeps } from "../session/handshake.ts";
import { sha256, TryLaterError } from "../session/identity.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { WidgetCache } from "../publish/widget-cache.ts";
import { computeAvailability, getCallRestrictions } from "../session/availability.ts";
import type { VisitRegistry } from "../visits/visit-registry.ts";

export interface PagePresenceDeps {
  readonly hello: HandshakeDeps;
  readonly widgetCache: WidgetCache;
  readonly visits: VisitRegistry;
}
/** Sender of an HTTP request. */
export interface RequestSender {
  readonly address: string;
  readonly userAgent: string;
  /** Origin of the page. Empty if the sender is not a browser. */
  readonly origin: string;
}
/**
 * Open pages without a chat window, on this node (WG-103). Each page has a connection in the visit
 * of its visitor, as a chat window has.
 */
export interface PagePresence {
  /** Registers a page or renews it. Throws WidgetRefusedError, TryLaterError and Refusal. */
  renew(request: PresentRequest, sender: RequestSender): Promise<WidgetPresence>;
  leave(request: LeftRequest): void;
  /** Makes every page of the account check its settings at its next request. */
  settingsChanged(account: number): void;
  /** Removes the pages of an erased visitor (CORE-116). */
  evictVisitor(account: number, visitorNumber: number): void;
  close(): void;
}
/** A page that sends requests. It counts as closed after `until` (ms since 1970). */
interface PresentPage {
  readonly seat: VisitorConnection;
  readonly hasWritten: boolean;
  isStale: boolean;
  until: number;
  /** Releases the slot of the page's IP address. */
  readonly release: () => void;
}
/** Interval between the requests of a page in seconds, for a visible and a hidden tab. */
const pollIntervalS = { visible: 25, hidden: 120 } as const;
/**
 * Additional seconds before a page counts as closed. They allow for a lost request and for delayed
 * timers of hidden tabs.
 */
const graceS = 10;
const sweepIntervalMs = 5_000;
/**
 * Maximum number of pages, equal to the number of sockets of a node (CORE-164). A visitor may have
 * as many pages as connections (WG-212).
 */
const maxPages = 20_000;
const maxPagesPerVisitor = 50;

export function openPagePresence(deps: PagePresenceDeps): PagePresence {
  const { hello, visits } = deps;
  const { clock, limits } = hello;
  const { pages, registerPage, removePage, sweepLater, close } = openPageRegistry(deps);
  return {
    async renew(request, sender) {
      const { token, view, hidden = false } = request;
      const key = token === null ? null : toKey(token, view);
      if (key !== null) {
        const quota = limits.take("visitor", `page ${key}`);
        if (!quota.ok)
          refuse("rate_limited", "Too many requests of one page.", {
            retryAfterMs: quota.retryAfterMs,
          });
      }
      const current = key === null ? undefined : pages.get(key);
      const isSame = current !== undefined && isSameSender(current, request, sender);
      const { page, token: newToken } = isSame
        ? { page: current, token: null }
        : await registerPage(request, sender);
      const { seat: connection, hasWritten } = page;
      const { account, visitorId } = connection;
      if (isSame) {
        connection.page = { url: request.page.url, title: request.page.title };
        visits.updatePage(connection);
      }
      const next_s = hidden ? pollIntervalS.hidden : pollIntervalS.visible;
      page.until = clock.now() + (2 * next_s + graceS) * 1_000;
      sweepLater();
      const config = await hello.config(account);
      const isOnline = (id: number): boolean => hello.operators.isOnline(account, id);
      // Only the chat window shows the team, so a page without it receives no names (WG-113).
      const { team: _, ...availability } = computeAvailability(config, connection.widget, {
        isOnline,
        now: clock.now(),
        callRestrictions: getCallRestrictions(limits, connection),
        replyMin: null,
      });
      return {
        token: newToken,
        number: connection.number,
        situation: availability,
        quiet: isBlocked(config, connection, clock.now()),
        has_written: hasWritten,
        invited: visits.isInvited(account, visitorId),
        next_s,
      };
    },
    leave({ token, view }) {
      if (token !== null) removePage(toKey(token, view));
    },
    settingsChanged(account) {
      for (const page of pages.values()) if (page.seat.account === account) page.isStale = true;
    },
    evictVisitor(account, visitorNumber) {
      for (const [key, { seat: connection }] of pages)
        if (connection.account === account && connection.number === visitorNumber) removePage(key);
    },
    close,
  };
}

/**
 * Opens the registry of pages and their connections. Removes pages that no longer send requests.
 * Enforces the maximum number of pages per node and per visitor.
 */
function openPageRegistry({ hello, widgetCache, visits }: PagePresenceDeps) {
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
    visits.removeConnection(page.seat);
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
      const {
        seat: connection,
        hasWritten,
        token,
      } = await identifyConnection(
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
      const page: PresentPage = { seat: connection, hasWritten, isStale: false, until: 0, release };
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

/**
 * Returns the key of a page. Contains the hash of the token. `view` distinguishes the tabs of a
 * visitor.
 */
const toKey = (token: string, view: string): string =>
  `${sha256(token).toString("base64url")} ${view}`;

/**
 * Returns whether the page's connection is valid for a request. Reads nothing from the database.
 */
function isSameSender(
  { seat: connection, isStale }: PresentPage,
  { widget_id }: PresentRequest,
  { address, origin }: RequestSender,
): boolean {
  return (
    !isStale &&
    connection.publicId === widget_id &&
    connection.address === address &&
    connection.origin === origin
  );
}
