import type { InspectedRequest } from "@parlour/protocol/api";

/** Selects a page of items. Without `after`, it contains the latest ones. */
export interface PagePosition {
  /** Returns only items after this id. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Matching items of one node, oldest first: ids `from` to `until`, at most `limit`. */
export interface NodePage {
  readonly items: readonly InspectedRequest[];
  readonly from: number;
  readonly until: number;
}

/** Maximum length of the items that a node sends to another, in UTF-16 units of their JSON. */
const maxSentLength = 256 * 1024;

/**
 * Shortens the items of a page to what a node may send to another. At least one item remains.
 * `fence`: the node will create no item at or below this id.
 */
export function limitNodePage(
  items: readonly InspectedRequest[],
  { after }: PagePosition,
  fence: number,
): NodePage {
  const isLatest = after === undefined;
  const sent: InspectedRequest[] = [];
  let length = 0;
  for (const item of isLatest ? items.toReversed() : items) {
    length += JSON.stringify(item).length;
    if (sent.length > 0 && length > maxSentLength) break;
    sent.push(item);
  }
  if (isLatest) sent.reverse();
  const isCut = sent.length < items.length;
  return {
    items: sent,
    from: isCut && isLatest ? (sent[0]?.id ?? 0) : 0,
    until: isCut && !isLatest ? (sent.at(-1)?.id ?? fence) : fence,
  };
}

/**
 * Merges the pages of several nodes. The result has no gaps: it ends where a node may still have or
 * create an item, and the next page begins there.
 */
export function mergeNodePages(
  pages: readonly NodePage[],
  { after, limit }: PagePosition,
): readonly InspectedRequest[] {
  const from = Math.max(...pages.map((page) => page.from));
  const until = Math.min(...pages.map((page) => page.until));
  const items = pages
    .flatMap((page) => page.items.filter(({ id }) => id >= from && id <= until))
    .toSorted((a, b) => a.id - b.id);
  return after === undefined ? items.slice(-limit) : items.slice(0, limit);
}
