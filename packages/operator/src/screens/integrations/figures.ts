import type { DeliveryTotals } from "@parlour/protocol/api";
import { everything, type Filter } from "./filter.ts";

/** Delivered of all that ended, 0 to 1; null: nothing ended in the last 24 hours. */
export function successRate({ delivered, failed, dead }: Pick<DeliveryTotals, "delivered" | "failed" | "dead">): number | null {
  const ended = delivered + failed + dead;
  return ended === 0 ? null : delivered / ended;
}

/** Change against the day before, as a part of it: 0.12 is 12 % more. null: not known, or the day before had none. */
export function changeOf({ events, events_before: before }: Pick<DeliveryTotals, "events" | "events_before">): number | null {
  return before === null || before === 0 ? null : (events - before) / before;
}

/** Nothing was sent for two days and nothing waits. */
export function isQuiet({ events, events_before: before, queued }: DeliveryTotals): boolean {
  return events === 0 && before === 0 && queued.count === 0;
}

/** What a figure links to: its deliveries, within the endpoint, kind and event that the figures follow. */
export function filterOfFigure(filter: Filter, state: Filter["state"], hours: Filter["hours"]): Filter {
  const { endpoint, kind, event } = filter;
  return { ...everything, endpoint, kind, event, state, hours };
}
