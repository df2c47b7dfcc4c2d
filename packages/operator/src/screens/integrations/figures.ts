import type { DeliveryTotals } from "@parlour/protocol/api";
import { everything, type Filter } from "./filter.ts";

/**
 * Returns the share of delivered among finished deliveries, 0 to 1. null: none finished in the last
 * 24 hours.
 */
export function successRate({ delivered, failed, dead }: Pick<DeliveryTotals, "delivered" | "failed" | "dead">): number | null {
  const ended = delivered + failed + dead;
  return ended === 0 ? null : delivered / ended;
}

/**
 * Returns the change relative to the previous day: 0.12 means 12 % more. null: unknown, or the
 * previous day had no events.
 */
export function changeOf({ events, events_before: before }: Pick<DeliveryTotals, "events" | "events_before">): number | null {
  return before === null || before === 0 ? null : (events - before) / before;
}

/** Returns whether nothing was sent for two days and nothing is queued. */
export function isQuiet({ events, events_before: before, queued }: DeliveryTotals): boolean {
  return events === 0 && before === 0 && queued.count === 0;
}

/**
 * Returns the filter that a figure links to. It keeps endpoint, kind and event, which the figures
 * also use.
 */
export function filterOfFigure(filter: Filter, state: Filter["state"], hours: Filter["hours"]): Filter {
  const { endpoint, kind, event } = filter;
  return { ...everything, endpoint, kind, event, state, hours };
}
