import type { DeliveryTotals } from "@parlour/protocol/api";
import { emptyFilter, type DeliveryFilter } from "./delivery-filter.ts";

/**
 * Returns the share of delivered among finished deliveries, from 0 to 1. Null if none finished in
 * the last 24 hours.
 */
export function getSuccessRate(delivered: number, undelivered: number): number | null {
  const finished = delivered + undelivered;
  return finished === 0 ? null : delivered / finished;
}

/**
 * Returns the change relative to the previous day. For example, 0.12 means 12 % more. Null if it is
 * unknown, or if the previous day had no events.
 */
export function getRelativeChange(events: number, previousEvents: number | null): number | null {
  return previousEvents === null || previousEvents === 0
    ? null
    : (events - previousEvents) / previousEvents;
}

/** Returns whether nothing was sent in the last two days and nothing is queued. */
export function hasNoEvents({ events, events_before, queued }: DeliveryTotals): boolean {
  return events === 0 && events_before === 0 && queued.count === 0;
}

/**
 * Returns the filter that a statistic links to. Keeps the endpoint, kind and event, because the
 * statistic uses them too.
 */
export function toStatisticFilter(
  filter: DeliveryFilter,
  state: DeliveryFilter["state"],
  hours: DeliveryFilter["hours"],
): DeliveryFilter {
  const { endpoint, kind, event } = filter;
  return { ...emptyFilter, endpoint, kind, event, state, hours };
}
