import type { LeftRequest, PresentRequest, WidgetPresence } from "@parlour/protocol/widget";
import { refuse } from "../../core/failure.ts";
import { clientKey } from "../../limits/client-key.ts";
import { openPlaces } from "../../limits/places.ts";
import { isBlocked } from "./blocked.ts";
import { askerOf } from "./call.ts";
import { seatFor, type HelloDeps } from "./hello.ts";
import { hashOf, Later } from "./identity.ts";
import type { Seat } from "./seat.ts";
import type { SharedWidgets } from "./shared.ts";
import { situationOf } from "./situation.ts";
import type { Visits } from "./visits.ts";

export interface PresenceDeps {
  readonly hello: HelloDeps;
  readonly shared: SharedWidgets;
  readonly visits: Visits;
}
/** Sender of an HTTP request. */
export interface Sender {
  readonly address: string;
  readonly userAgent: string;
  /** Origin of the page. Empty if the sender is not a browser. */
  readonly origin: string;
}
/**
 * Pages of this node without a chat window (WG-103). Each has a connection in its visitor's visit,
 * as an open window has.
 */
export interface Presence {
  /** Registers or renews a page. Throws WidgetRefusedError, TryLaterError and Refusal. */
  ask(request: PresentRequest, sender: Sender): Promise<WidgetPresence>;
  leave(request: LeftRequest): void;
  /** Makes every page of the account check its settings at the next request. */
  settingsChanged(account: number): void;
  /** Removes the pages of an erased visitor (CORE-116). */
  forget(account: number, visitorNumber: number): void;
  close(): void;
}
/** A page that sent a request. It counts as closed after `until` (ms since 1970). */
interface Page {
  readonly seat: Seat;
  readonly hasWritten: boolean;
  isStale: boolean;
  until: number;
  /** Releases the slot of the page's address. */
  readonly release: () => void;
}
/** Seconds between two requests of a page, for a visible and a background tab. */
const nextS = { visible: 25, hidden: 120 } as const;
/** One request may be lost, and timers of background tabs are delayed. */
const graceS = 10;
const sweepEveryMs = 5_000;
/** As many as sockets of a node (CORE-164). A visitor has as many pages as connections (WG-084). */
const maxPages = 20_000;
const maxOfVisitor = 50;

export function openPresence({ hello, shared, visits }: PresenceDeps): Presence {
  const { clock, limits } = hello;
  const pages = new Map<string, Page>();
  const places = openPlaces(() => limits.value("widget_sockets_per_address"));
  let cancelSweep: (() => void) | null = null;
  let isClosed = false;

  const free = (key: string): void => {
    const page = pages.get(key);
    if (page === undefined) return;
    pages.delete(key);
    page.release();
    visits.left(page.seat);
  };
  /** Removes pages that no longer send requests. */
  const sweep = (): void => {
    cancelSweep = null;
    for (const [key, { until }] of pages) if (until <= clock.now()) free(key);
    if (pages.size > 0) sweepLater();
  };
  const sweepLater = (): void => {
    if (!isClosed) cancelSweep ??= clock.scheduleAt(clock.now() + sweepEveryMs, sweep);
  };
  const arrive = async (request: PresentRequest, sender: Sender): Promise<{ readonly page: Page; readonly token: string | null }> => {
    const before = request.token === null ? null : keyOf(request.token, request.view);
    if (before !== null) pages.get(before)?.release();
    if (!pages.has(before ?? "") && pages.size >= maxPages) throw new Later("too many pages are open here");
    const release = places.take(clientKey(sender.address));
    try {
      if (release === null) throw new Later("too many pages from this address");
      const { seat, hasWritten, token } = await seatFor(hello, { ...request, user_token: null, origin: sender.origin }, sender);
      if (isClosed) refuse("temporarily_unavailable", "The server is stopping.");
      const key = before !== null && token === null ? before : keyOf(token ?? "", request.view);
      if (!pages.has(key) && visits.windowsOf(seat.account, seat.visitorId).size >= maxOfVisitor)
        throw new Later("too many pages of this visitor");
      seat.widget = shared.of(seat.publicId, seat.widget);
      visits.arrived(seat, request.page);
      // The new connection is registered before the previous one is removed, so that the visit does
      // not end in between.
      if (before !== null) free(before);
      free(key);
      const page: Page = { seat, hasWritten, isStale: false, until: 0, release };
      pages.set(key, page);
      return { page, token };
    } catch (error) {
      release?.();
      if (before !== null) free(before);
      throw error;
    }
  };
  return {
    async ask(request, sender) {
      const { token, view, hidden = false } = request;
      const key = token === null ? null : keyOf(token, view);
      if (key !== null) {
        const taken = limits.take("visitor", `page ${key}`);
        if (!taken.ok) refuse("rate_limited", "Too many requests of one page.", { retryAfterMs: taken.retryAfterMs });
      }
      const known = key === null ? undefined : pages.get(key);
      const isSame = known !== undefined && isSameSender(known, request, sender);
      const { page, token: newToken } = isSame ? { page: known, token: null } : await arrive(request, sender);
      const { seat, hasWritten } = page;
      const { account, visitorId } = seat;
      if (isSame) {
        seat.page = { url: request.page.url, title: request.page.title };
        visits.moved(seat);
      }
      const next_s = hidden ? nextS.hidden : nextS.visible;
      page.until = clock.now() + (2 * next_s + graceS) * 1_000;
      sweepLater();
      const config = await hello.config(account);
      const isOnline = (id: number): boolean => hello.isOnline(account, id);
      // The chat window shows the team. A page without it needs no names (WG-113).
      const { team: _, ...situation } = situationOf(config, seat.widget, isOnline, clock.now(), askerOf(limits, seat), null);
      return {
        token: newToken,
        number: seat.number,
        situation,
        quiet: isBlocked(config, seat, clock.now()),
        has_written: hasWritten,
        invited: visits.isInvited(account, visitorId),
        next_s,
      };
    },
    leave({ token, view }) {
      if (token !== null) free(keyOf(token, view));
    },
    settingsChanged(account) {
      for (const page of pages.values()) if (page.seat.account === account) page.isStale = true;
    },
    forget(account, visitorNumber) {
      for (const [key, { seat }] of pages) if (seat.account === account && seat.number === visitorNumber) free(key);
    },
    close() {
      isClosed = true;
      cancelSweep?.();
    },
  };
}

/** Uses the hash of the token. `view` distinguishes the tabs of a visitor. */
const keyOf = (token: string, view: string): string => `${hashOf(token).toString("base64url")} ${view}`;

/** Returns whether the page's connection is still valid for a request, without a read. */
function isSameSender({ seat, isStale }: Page, { widget_id }: PresentRequest, { address, origin }: Sender): boolean {
  return !isStale && seat.publicId === widget_id && seat.address === address && seat.origin === origin;
}
