import type { InspectedRequest } from "@parlour/protocol/api";
import type { Clock } from "../core/command.ts";
import { itemOf, type Conceal } from "./item.ts";
import { Memory, memoryLimits, type MemoryLimits } from "./memory.ts";
import { Rates } from "./rates.ts";
import { keptBytes, type Kept, type SeenAttempt, type SeenRequest } from "./seen.ts";

export type { Conceal } from "./item.ts";
export type { SeenAttempt, SeenFault, SeenRequest } from "./seen.ts";

export interface InspectorDeps {
  readonly clock: Pick<Clock, "now" | "monotonic">;
  readonly conceal: Conceal;
  readonly limits?: Partial<MemoryLimits>;
}
/** Receives an account's requests live. */
export interface Audience {
  /**
   * Returns whether an inspector is open. Must be cheap, because it is called for every request.
   */
  isWatched(account: number): boolean;
  /** Publishes an item. `skipped`: number of earlier items that exceeded the rate limit. */
  tell(account: number, item: InspectedRequest, masked: InspectedRequest, skipped: number): void;
}
/** Filter of the list of recorded requests. */
export interface InspectorFilter {
  /** Items after this id. If absent, the latest. */
  readonly after?: number;
  readonly kind?: "channel" | "bot" | "webhook";
  readonly direction?: "in" | "out";
  /**
   * `ownerId`: only requests to this channel or bot. `endpointId`: only attempts at this endpoint.
   */
  readonly ownerId?: number;
  readonly endpointId?: number;
  /** True: only items with a fault. False: only items without one. */
  readonly fault?: boolean;
  readonly limit: number;
}
/** The latest requests from and to integrators, in memory of this node (API-052). */
export interface Inspector {
  /** Records a request. Copies the stored part of the body once. */
  received(account: number, seen: SeenRequest): void;
  attempted(account: number, seen: SeenAttempt): void;
  /** Returns matching items, oldest first. */
  list(account: number, filter: InspectorFilter, isMasked: boolean): readonly InspectedRequest[];
  /** Clears all items of the account (CORE-116). */
  forget(account: number): void;
  /** Sets the only receiver of live items. */
  tellTo(audience: Audience): void;
}

/** Creates the request inspector of this node. */
export function openInspector({ clock, conceal, limits }: InspectorDeps): Inspector {
  const memory = new Memory({ ...memoryLimits, ...limits });
  /**
   * Times at which accounts were cleared, in milliseconds. Requests that were running then are not
   * stored either.
   */
  const forgotten = new Map<number, number>();
  const rates = new Rates(clock);
  let audience: Audience | null = null;
  // Greater than the ids of earlier processes, and below 2^53 for two centuries.
  let lastId = clock.now() * 1_000;

  const isWatched = (account: number): boolean => audience?.isWatched(account) === true;
  /** Returns false if the item exceeds the rate of this second and has no fault. */
  const isKept = (account: number, isFault: boolean): boolean => {
    if (rates.keep(account) || isFault) return true;
    if (isWatched(account)) rates.skip(account);
    return false;
  };
  const keep = (account: number, kept: Kept, size: number): void => {
    if (kept.at <= (forgotten.get(account) ?? 0)) return;
    memory.add(account, kept, size);
    if (!isWatched(account)) return;
    const skipped = rates.tell(account);
    if (skipped !== null) audience?.tell(account, itemOf(kept, conceal, false), itemOf(kept, conceal, true), skipped);
  };

  return {
    forget(account) {
      memory.forget(account);
      rates.forget(account);
      forgotten.set(account, clock.now());
    },
    received(account, { body, ...seen }) {
      if (!isKept(account, seen.fault !== null)) return;
      const bytes = body === null ? "" : body.toString("latin1", 0, keptBytes);
      const isCut = body !== null && body.length > keptBytes;
      keep(account, { ...seen, direction: "in", id: ++lastId, bytes, isCut }, bytes.length + sizeOf(seen.headers) + 300);
    },
    attempted(account, seen) {
      if (!isKept(account, isFaulty(seen))) return;
      const { request, reply } = seen;
      const size = 2 * (request.body.length + (reply?.body.length ?? 0)) + sizeOf(request.headers) + sizeOf(reply?.headers ?? {}) + 300;
      keep(account, { ...seen, direction: "out", id: ++lastId }, size);
    },
    list(account, filter, isMasked) {
      const { after, limit } = filter;
      const fitting = memory.of(account).filter((kept) => (after === undefined || kept.id > after) && fits(kept, filter));
      const page = after === undefined ? fitting.slice(-limit) : fitting.slice(0, limit);
      return page.map((kept) => itemOf(kept, conceal, isMasked));
    },
    tellTo(next) {
      audience = next;
    },
  };
}

function fits(kept: Kept, { kind, direction, ownerId, endpointId, fault }: InspectorFilter): boolean {
  const isFault = kept.direction === "in" ? kept.fault !== null : isFaulty(kept);
  return (
    (kind === undefined || kept.kind === kind) &&
    (direction === undefined || kept.direction === direction) &&
    (ownerId === undefined || (kept.direction === "in" && kept.ownerId === ownerId)) &&
    (endpointId === undefined || (kept.direction === "out" && kept.endpointId === endpointId)) &&
    (fault === undefined || fault === isFault)
  );
}

function isFaulty({ outcome, error }: SeenAttempt): boolean {
  return outcome !== "delivered" || error !== null;
}
function sizeOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): number {
  let size = 0;
  for (const name in headers) {
    const value = headers[name];
    size += name.length + (typeof value === "string" ? value.length : (value?.join().length ?? 0));
  }
  return size;
}
