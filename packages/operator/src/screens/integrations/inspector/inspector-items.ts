import { getDeliveryMark, type DeliveryMark } from "@parlour/protocol/entity/delivery-mark";
import type { InspectedRequest } from "@parlour/protocol/api";

/** Maximum number of requests in the list. Requests are unique and sorted newest first. */
export const maxInspectorItems = 500;

/** Adds requests to the list. Ignores requests that the list already contains. */
export function mergeItems(
  items: readonly InspectedRequest[],
  added: readonly InspectedRequest[],
): readonly InspectedRequest[] {
  const ids = new Set(items.map((item) => item.id));
  const newItems = added.filter((item) => !ids.has(item.id));
  if (newItems.length === 0) return items;
  return [...newItems, ...items].toSorted((a, b) => b.id - a.id).slice(0, maxInspectorItems);
}

export interface InspectorFilter {
  readonly kind: InspectedRequest["kind"] | null;
  readonly direction: InspectedRequest["direction"] | null;
  readonly faults: boolean;
  /** Search text: part of the URL, event, error or request id. */
  readonly q: string;
}
export const emptyInspectorFilter: InspectorFilter = {
  kind: null,
  direction: null,
  faults: false,
  q: "",
};

export function matchesFilter(item: InspectedRequest, filter: InspectorFilter): boolean {
  if (filter.kind !== null && item.kind !== filter.kind) return false;
  if (filter.direction !== null && item.direction !== filter.direction) return false;
  if (filter.faults && item.fault === null) return false;
  const q = filter.q.trim().toLowerCase();
  if (q === "") return true;
  const { fault } = item;
  const searchedValues = [
    item.method,
    item.url,
    item.event,
    item.request_id,
    item.chat_id,
    item.delivery_id,
    item.status,
    item.request.body,
  ];
  return [...searchedValues, fault?.code, fault?.message, fault?.field, fault?.rule].some((value) =>
    String(value ?? "")
      .toLowerCase()
      .includes(q),
  );
}

/** Returns the mark of a request (API-329). Below 400, an incoming one is delivered. */
export function getItemMark({ outcome, status, fault }: InspectedRequest): DeliveryMark {
  const isAccepted = status !== null && status < 400;
  return getDeliveryMark(outcome ?? (isAccepted ? "delivered" : "refused"), fault?.code ?? null);
}

/** Formats the error of a request with field and rule, such as "sender.id is empty (CH-040)". */
export function inspectedErrorText({
  code,
  message,
  field,
  rule,
}: NonNullable<InspectedRequest["fault"]>): string {
  const problem = message ?? code;
  return [
    field !== null && !problem.includes(field) ? `${field}: ${problem}` : problem,
    rule === null ? "" : `(${rule})`,
  ]
    .filter(Boolean)
    .join(" ");
}
