import { markOf, type AnswerMark } from "@parlour/protocol/answer-mark";
import type { Inspected } from "@parlour/protocol/api";

/** Maximum number of requests that the inspector shows. They are unique and sorted newest first. */
export const mostKept = 500;

/** Adds requests to the list. Requests that it already contains are ignored. */
export function withItems(known: readonly Inspected[], more: readonly Inspected[]): readonly Inspected[] {
  const ids = new Set(known.map((item) => item.id));
  const fresh = more.filter((item) => !ids.has(item.id));
  if (fresh.length === 0) return known;
  return [...fresh, ...known].toSorted((a, b) => b.id - a.id).slice(0, mostKept);
}

export interface TailFilter {
  readonly kind: Inspected["kind"] | null;
  readonly direction: Inspected["direction"] | null;
  readonly faults: boolean;
  /** Part of the URL, event, fault or request id. */
  readonly q: string;
}
export const allItems: TailFilter = { kind: null, direction: null, faults: false, q: "" };

export function isShown(item: Inspected, filter: TailFilter): boolean {
  if (filter.kind !== null && item.kind !== filter.kind) return false;
  if (filter.direction !== null && item.direction !== filter.direction) return false;
  if (filter.faults && item.fault === null) return false;
  const q = filter.q.trim().toLowerCase();
  if (q === "") return true;
  const { fault } = item;
  const words = [item.method, item.url, item.event, item.request_id, item.chat_id, item.delivery_id, item.status, item.request.body];
  return [...words, fault?.code, fault?.message, fault?.field, fault?.rule].some((word) =>
    String(word ?? "")
      .toLowerCase()
      .includes(q),
  );
}

/**
 * Returns the mark of a request (API-150). An incoming request counts as delivered if its status is
 * below 400.
 */
export function markOfItem({ outcome, status, fault }: Inspected): AnswerMark {
  const isTaken = status !== null && status < 400;
  return markOf(outcome ?? (isTaken ? "delivered" : "refused"), fault?.code ?? null);
}

/** Returns "sender.id is empty (CH-040)": the problem with its field and rule. */
export function faultLine({ code, message, field, rule }: NonNullable<Inspected["fault"]>): string {
  const what = message ?? code;
  return [field !== null && !what.includes(field) ? `${field}: ${what}` : what, rule === null ? "" : `(${rule})`].filter(Boolean).join(" ");
}
