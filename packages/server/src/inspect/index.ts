import type { Inspected } from "@parlour/protocol/api";
import type { Clock } from "../core/ports.ts";
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
/** Who follows an account's requests live. */
export interface Audience {
  /** Asked for every request: must be cheap. */
  isWatched(account: number): boolean;
  /** `skipped`: items before this one that were too many to tell. */
  tell(account: number, item: Inspected, masked: Inspected, skipped: number): void;
}
export interface InspectorFilter {
  /** Items after this id; absent: the latest. */
  readonly after?: number;
  readonly kind?: "channel" | "bot" | "webhook";
  readonly direction?: "in" | "out";
  /** Only requests to this channel or bot; only attempts at this endpoint. */
  readonly ownerId?: number;
  readonly endpointId?: number;
  /** True: only with a fault; false: only without. */
  readonly fault?: boolean;
  readonly limit: number;
}
/** The latest requests of integrators and ours, in memory of this node (API-052). */
export interface Inspector {
  /** Costs one copy of what is kept of the body and one push. */
  received(account: number, seen: SeenRequest): void;
  attempted(account: number, seen: SeenAttempt): void;
  /** Oldest first. */
  list(account: number, filter: InspectorFilter, isMasked: boolean): readonly Inspected[];
  /** Nothing of the account is remembered any more (CORE-116). */
  forget(account: number): void;
  /** Tells what comes from now on to the audience; one at a time. */
  tellTo(audience: Audience): void;
}

export function openInspector({ clock, conceal, limits }: InspectorDeps): Inspector {
  const memory = new Memory({ ...memoryLimits, ...limits });
  /** When accounts were forgotten, ms: requests that were under way then are not remembered either. */
  const forgotten = new Map<number, number>();
  const rates = new Rates(clock);
  let audience: Audience | null = null;
  // Greater than any of a process before, below 2^53 for two centuries.
  let lastId = clock.now() * 1_000;

  const isWatched = (account: number): boolean => audience?.isWatched(account) === true;
  /** False: too many of this second, and nothing to learn from it. */
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
