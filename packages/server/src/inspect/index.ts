import type { InspectedRequest } from "@parlour/protocol/api";
import type { Clock } from "../core/command.ts";
import { serializeInspectedRequest, type Masking } from "./serialize.ts";
import { InspectorBuffer, inspectorLimits, type InspectorLimits } from "./buffer.ts";
import { RateCounter } from "./rate-counter.ts";
import {
  maxStoredBodyBytes,
  type StoredItem,
  type RecordedAttempt,
  type RecordedRequest,
} from "./records.ts";

export type { Masking } from "./serialize.ts";
export type { RecordedAttempt, RecordedFault, RecordedRequest } from "./records.ts";

export interface InspectorDeps {
  readonly clock: Pick<Clock, "now" | "monotonic">;
  readonly masking: Masking;
  readonly limits?: Partial<InspectorLimits>;
}
/** Receives the items of an account as they are recorded. */
export interface InspectorSubscribers {
  /** Returns whether a request inspector is open. Called for every request, so it must be fast. */
  isWatched(account: number): boolean;
  /** Publishes an item. `skipped` is the number of earlier items above the rate limit. */
  publish(account: number, item: InspectedRequest, masked: InspectedRequest, skipped: number): void;
}
/** Filter of the list of recorded requests. */
export interface InspectorFilter {
  /** Returns only items after this id. If absent, returns the latest items. */
  readonly after?: number;
  readonly kind?: "channel" | "bot" | "webhook";
  readonly direction?: "in" | "out";
  /** `ownerId` selects requests to this channel or bot, `endpointId` attempts to this endpoint. */
  readonly ownerId?: number;
  readonly endpointId?: number;
  /** True selects items with an error, false items without one. */
  readonly fault?: boolean;
  readonly limit: number;
}
/** The latest requests from and to integrators, in the memory of this node (API-334). */
export interface Inspector {
  /** Records a request. Copies the part of the body that is stored. */
  recordRequest(account: number, seen: RecordedRequest): void;
  recordAttempt(account: number, seen: RecordedAttempt): void;
  /** Returns matching items, oldest first. */
  list(account: number, filter: InspectorFilter, isMasked: boolean): readonly InspectedRequest[];
  /** Clears all items of the account (CORE-116). */
  clear(account: number): void;
  /** Sets the only receiver of live items. */
  setSubscribers(audience: InspectorSubscribers): void;
}

/** Creates the request inspector of this node. */
export function createRequestInspector({ clock, masking, limits }: InspectorDeps): Inspector {
  const buffer = new InspectorBuffer({ ...inspectorLimits, ...limits });
  /**
   * Time in ms since 1970 at which each account was cleared. Requests that were running at that
   * time are not stored.
   */
  const clearedAt = new Map<number, number>();
  const rates = new RateCounter(clock);
  let subscribers: InspectorSubscribers | null = null;
  // Greater than the ids of earlier processes. Stays below 2^53 for two centuries.
  let lastId = clock.now() * 1_000;

  const isWatched = (account: number): boolean => subscribers?.isWatched(account) === true;
  /** Returns false if the item is above the rate of this second and has no error. */
  const shouldStore = (account: number, isFault: boolean): boolean => {
    if (rates.countStored(account) || isFault) return true;
    if (isWatched(account)) rates.countSkipped(account);
    return false;
  };
  const store = (account: number, item: StoredItem, size: number): void => {
    if (item.at <= (clearedAt.get(account) ?? 0)) return;
    buffer.add(account, item, size);
    if (!isWatched(account)) return;
    const skipped = rates.countPublished(account);
    if (skipped !== null)
      subscribers?.publish(
        account,
        serializeInspectedRequest(item, masking, false),
        serializeInspectedRequest(item, masking, true),
        skipped,
      );
  };

  return {
    clear(account) {
      buffer.remove(account);
      rates.remove(account);
      clearedAt.set(account, clock.now());
    },
    recordRequest(account, received) {
      if (!shouldStore(account, received.fault !== null)) return;
      const { body, ...recorded } = received;
      const bytes = body === null ? "" : body.toString("latin1", 0, maxStoredBodyBytes);
      const isCut = body !== null && body.length > maxStoredBodyBytes;
      store(
        account,
        { ...recorded, direction: "in", id: ++lastId, bytes, isCut },
        bytes.length + measureHeaders(recorded.headers) + 300,
      );
    },
    recordAttempt(account, recorded) {
      if (!shouldStore(account, isFaulty(recorded))) return;
      const { request, reply } = recorded;
      const size =
        2 * (request.body.length + (reply?.body.length ?? 0)) +
        measureHeaders(request.headers) +
        measureHeaders(reply?.headers ?? {}) +
        300;
      store(account, { ...recorded, direction: "out", id: ++lastId }, size);
    },
    list(account, filter, isMasked) {
      const { after, limit } = filter;
      const matching = buffer
        .getItems(account)
        .filter((item) => (after === undefined || item.id > after) && matchesFilter(item, filter));
      const page = after === undefined ? matching.slice(-limit) : matching.slice(0, limit);
      return page.map((item) => serializeInspectedRequest(item, masking, isMasked));
    },
    setSubscribers(next) {
      subscribers = next;
    },
  };
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
