import type { InspectedRequest } from "@parlour/protocol/api";
import { maskInspectedRequest } from "../auth/index.ts";
import type { Cluster } from "../cluster/index.ts";
import type { Clock } from "../core/command.ts";
import { serializeInspectedRequest } from "./serialize.ts";
import { InspectorBuffer, inspectorLimits, type InspectorLimits } from "./buffer.ts";
import { ItemIds } from "./item-ids.ts";
import { limitNodePage, mergeNodePages, type NodePage, type PagePosition } from "./node-page.ts";
import { RateCounter } from "./rate-counter.ts";
import {
  maxStoredBodyBytes,
  unprovedStatus,
  type StoredItem,
  type RecordedAttempt,
  type RecordedRequest,
} from "./records.ts";

export type { RecordedRequest } from "./records.ts";

export interface InspectorDeps {
  readonly clock: Clock;
  readonly cluster: Cluster;
  readonly limits?: Partial<InspectorLimits>;
}
/** Receives the items of an account as they are recorded. */
interface InspectorSubscribers {
  /** Returns whether a request inspector is open. Called for every request, so it must be fast. */
  isWatched(account: number): boolean;
  /** Publishes an item. `skipped` is the number of earlier items above the rate limit. */
  publish(account: number, item: InspectedRequest, skipped: number): void;
}
/** Filter of the list of recorded requests. */
export interface InspectorFilter extends PagePosition {
  readonly kind?: "channel" | "bot" | "webhook" | undefined;
  readonly direction?: "in" | "out" | undefined;
  /** `ownerId` selects requests to this channel or bot, `endpointId` attempts to this endpoint. */
  readonly ownerId?: number | undefined;
  readonly endpointId?: number | undefined;
  /** True selects items with an error, false items without one. */
  readonly fault?: boolean | undefined;
}
/** Matching items of all nodes, oldest first. */
interface InspectorPage {
  readonly items: readonly InspectedRequest[];
  /** Number of running nodes that did not respond in time. Their items are missing. */
  readonly missingNodes: number;
}
/** In the memory of each node (API-334). A page is collected from all nodes. */
export interface Inspector {
  /** Records a request. Copies the part of the body that is stored. */
  recordRequest(account: number, seen: RecordedRequest): void;
  /** Returns whether `recordRequest` would do nothing with a request without an error. */
  isFull(account: number): boolean;
  recordAttempt(account: number, seen: RecordedAttempt): void;
  /** Returns a page of items of all nodes (API-381). `isMasked`: without texts (CORE-001). */
  list(account: number, filter: InspectorFilter, isMasked: boolean): Promise<InspectorPage>;
  /** Clears the items that this node has of the account (CORE-116). */
  clear(account: number): void;
  /** Sets the only receiver of live items. */
  setSubscribers(audience: InspectorSubscribers): void;
}

/** Asks a node for its part of a page. */
interface PageRequest {
  readonly account: number;
  readonly filter: InspectorFilter;
  /** The fence of the asking node ({@link ItemIds}). */
  readonly fence: number;
}
const pageTopic = "inspected requests";
const responseTimeoutMs = 1_000;

export function createRequestInspector({ clock, cluster, limits }: InspectorDeps): Inspector {
  const buffer = new InspectorBuffer({ ...inspectorLimits, ...limits });
  /** In ms since 1970. Requests that were running at that time are not stored. */
  const clearedAt = new Map<number, number>();
  const rates = new RateCounter(clock);
  const ids = new ItemIds(clock, cluster.node);
  let subscribers: InspectorSubscribers | null = null;

  const isWatched = (account: number): boolean => subscribers?.isWatched(account) === true;
  /** False above the rate of this second, which errors of proved senders do not have. */
  const shouldStore = (account: number, isFault: boolean, isProved = true): boolean => {
    const isWithinRate = isProved
      ? rates.countStored(account) || isFault
      : rates.countUnproved(account);
    if (isWithinRate) return true;
    if (isWatched(account)) rates.countSkipped(account);
    return false;
  };
  const store = (account: number, item: StoredItem, size: number): void => {
    if (item.at <= (clearedAt.get(account) ?? 0)) return;
    buffer.add(account, item, size);
    if (!isWatched(account)) return;
    const skipped = rates.countPublished(account, size);
    if (skipped !== null) subscribers?.publish(account, serializeInspectedRequest(item), skipped);
  };
  const listOnThisNode = (account: number, filter: InspectorFilter): readonly InspectedRequest[] =>
    selectPage(buffer.getItems(account), filter).map((item) => serializeInspectedRequest(item));
  cluster.onRequest<PageRequest, NodePage>(pageTopic, ({ account, filter, fence }) =>
    limitNodePage(listOnThisNode(account, filter), filter, ids.fence(fence)),
  );

  return {
    clear(account) {
      buffer.remove(account);
      rates.remove(account);
      clearedAt.set(account, clock.now());
    },
    recordRequest(account, received) {
      const isProved = received.status !== unprovedStatus;
      if (!shouldStore(account, received.fault !== null, isProved)) return;
      const { body, ...recorded } = received;
      const bytes = body === null ? "" : body.toString("latin1", 0, maxStoredBodyBytes);
      const isCut = body !== null && body.length > maxStoredBodyBytes;
      store(
        account,
        { ...recorded, direction: "in", id: ids.next(), bytes, isCut },
        bytes.length + measureHeaders(recorded.headers) + 300,
      );
    },
    isFull: (account) => rates.isFull(account) && !isWatched(account),
    recordAttempt(account, recorded) {
      if (!shouldStore(account, isFaulty(recorded))) return;
      const item = { ...recorded, direction: "out", id: ids.next() } as const;
      store(account, item, measureAttempt(recorded));
    },
    async list(account, filter, isMasked) {
      const otherNodes = cluster.countNodes().running - 1;
      const request: PageRequest = { account, filter, fence: ids.fence() };
      const { results } = await cluster.requestAll<NodePage>(pageTopic, request, responseTimeoutMs);
      const until = ids.fence(Math.max(0, ...results.map((page) => page.until)));
      const own: NodePage = { items: listOnThisNode(account, filter), from: 0, until };
      const items = mergeNodePages([own, ...results], filter);
      return {
        items: isMasked ? items.map(maskInspectedRequest) : items,
        missingNodes: Math.max(0, otherNodes - results.length),
      };
    },
    setSubscribers(next) {
      subscribers = next;
    },
  };
}

/** Returns the latest matching items, or the first ones after `after`. */
function selectPage(items: readonly StoredItem[], filter: InspectorFilter): readonly StoredItem[] {
  const { after, limit } = filter;
  const matching = items.filter(
    (item) => (after === undefined || item.id > after) && matchesFilter(item, filter),
  );
  return after === undefined ? matching.slice(-limit) : matching.slice(0, limit);
}

function matchesFilter(
  item: StoredItem,
  { kind, direction, ownerId, endpointId, fault }: InspectorFilter,
): boolean {
  const isFault = item.direction === "in" ? item.fault !== null : isFaulty(item);
  return (
    (kind === undefined || item.kind === kind) &&
    (direction === undefined || item.direction === direction) &&
    (ownerId === undefined || (item.direction === "in" && item.ownerId === ownerId)) &&
    (endpointId === undefined || (item.direction === "out" && item.endpointId === endpointId)) &&
    (fault === undefined || fault === isFault)
  );
}

function isFaulty({ outcome, error }: RecordedAttempt): boolean {
  return outcome !== "delivered" || error !== null;
}
/** Returns about how many bytes an attempt takes in memory. */
function measureAttempt({ request, reply }: RecordedAttempt): number {
  return (
    2 * (request.body.length + (reply?.body.length ?? 0)) +
    measureHeaders(request.headers) +
    measureHeaders(reply?.headers ?? {}) +
    300
  );
}

function measureHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): number {
  let size = 0;
  for (const name in headers) {
    const value = headers[name];
    size += name.length + (typeof value === "string" ? value.length : (value?.join().length ?? 0));
  }
  return size;
}
