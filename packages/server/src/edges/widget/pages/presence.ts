import { omitFields } from "@parlour/protocol/omit-fields";
import type { LeftRequest, PresentRequest, WidgetPresence } from "@parlour/protocol/widget";
import { refuse } from "../../../core/failure.ts";
import { isBlocked } from "../session/block-check.ts";
import { computeAvailability, getCallRestrictions } from "../session/availability.ts";
import {
  type PagePresenceDeps,
  type RequestSender,
  type PresentPage,
  openPageRegistry,
  toKey,
} from "./page-registry.ts";

/** Pages of this node without a chat window (WG-103). Each has a connection in its visit. */
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
/** Interval between the requests of a page in seconds, for a visible and a hidden tab. */
const pollIntervalS = { visible: 25, hidden: 120 } as const;
/** Extra seconds until a page counts as closed, for lost requests and hidden tabs' timers. */
const graceS = 10;

export function openPagePresence(deps: PagePresenceDeps): PagePresence {
  const { hello, visits } = deps;
  const { clock, limits } = hello;
  const { pages, registerPage, removePage, sweepLater, close } = openPageRegistry(deps);
  return {
    async renew(request, sender) {
      const { token, view, hidden = false } = request;
      const key = token === null ? null : toKey(token, view);
      if (key !== null) {
        const quota = await limits.take("visitor", `page ${key}`);
        if (!quota.ok)
          refuse("rate_limited", "Too many requests of one page.", {
            retryAfterMs: quota.retryAfterMs,
          });
      }
      const current = key === null ? undefined : pages.get(key);
      const isSame = current !== undefined && isSameSender(current, request, sender);
      const registered = isSame
        ? { page: current, token: null }
        : await registerPage(request, sender);
      const { page } = registered;
      const { connection, hasWritten } = page;
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
      const availability = computeAvailability(config, connection.widget, {
        isOnline,
        now: clock.now(),
        callRestrictions: getCallRestrictions(limits, connection),
        replyMin: null,
        country: connection.session.geoip.country_code,
      });
      // Only the chat window shows the team, so a page without it receives no names (WG-113).
      return {
        token: registered.token,
        number: connection.number,
        situation: omitFields(availability, "team"),
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
      for (const page of pages.values())
        if (page.connection.account === account) page.isStale = true;
    },
    evictVisitor(account, visitorNumber) {
      for (const [key, { connection }] of pages)
        if (connection.account === account && connection.number === visitorNumber) removePage(key);
    },
    close,
  };
}

/**
 * Returns whether the page's connection is valid for a request. Reads nothing from the database.
 */
function isSameSender(
  { connection, isStale }: PresentPage,
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
