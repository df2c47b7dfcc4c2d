import type { VisitSource } from "../entity.ts";
import type { VisitorDraft } from "../event.ts";
import type { BlacklistEntry, BlacklistKind, Scene } from "../ports.ts";
import { isInRange, parseAddress, parseRange, type Range } from "./address.ts";
import { comparedValue, customerValue, type TextKind } from "./value.ts";

/** Known identifiers of a visitor, not normalized. Kinds without a value match no entry. */
export interface Facts {
  readonly visitorId?: number;
  readonly customer?: { readonly channelId: number; readonly key: string };
  readonly ip?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly emails?: readonly string[];
  readonly phones?: readonly string[];
  readonly userToken?: string;
}

/**
 * Returns the oldest active entry that matches (CORE-071); null: not blocked. `now` in milliseconds
 * since 1970.
 */
export function blockOf(blacklist: readonly BlacklistEntry[], facts: Facts, now: number): BlacklistEntry | null {
  if (blacklist.length === 0) return null;
  let oldest: BlacklistEntry | null = null;
  for (const entry of candidates(indexOf(blacklist), facts))
    if ((entry.until === null || entry.until > now) && (oldest === null || entry.id < oldest.id)) oldest = entry;
  return oldest;
}

/**
 * Identifiers of the current request that are not stored yet: contacts, and a widget visitor's
 * visit and token.
 */
export interface Claimed {
  readonly email?: string;
  readonly phone?: string;
  readonly session?: VisitSource;
  readonly userToken?: string;
}
/**
 * Returns the entry that blocks the visitor: by stored data, by the visit, or by identifiers of
 * this request.
 */
export function blocks(scene: Scene, customer: NonNullable<Facts["customer"]>, claimed: Claimed = {}): BlacklistEntry | null {
  const { blacklist } = scene.config;
  // The usual case, so nothing is computed.
  if (blacklist.length === 0) return null;
  const session = claimed.session ?? (scene.running ?? scene.chat)?.entity.session ?? null;
  return blockOf(blacklist, { ...factsOf(scene.visitor?.entity ?? null, session, claimed), customer }, scene.now);
}

/**
 * Returns the identifiers of a visitor and a visit. All stored values of a contact count, whatever
 * their source.
 */
export function factsOf(visitor: VisitorDraft | null, session: VisitSource | null, claimed: Claimed = {}): Facts {
  const values = (field: "email" | "phone"): string[] => {
    const stored = visitor?.[field];
    return [claimed[field], stored?.value, ...(stored?.others ?? []).map((other) => other.value)].filter((value) => value !== undefined);
  };
  return {
    ...(visitor === null ? {} : { visitorId: visitor.id }),
    ...(session === null ? {} : { ip: session.ip_addr, country: session.geoip.country_code }),
    emails: values("email"),
    phones: values("phone"),
    ...(claimed.userToken === undefined ? {} : { userToken: claimed.userToken }),
  };
}

interface Index {
  readonly exact: ReadonlyMap<string, readonly BlacklistEntry[]>;
  readonly ranges: readonly { readonly range: Range; readonly entry: BlacklistEntry }[];
}

/** One index per list, cached as long as the settings that contain it. */
const indexes = new WeakMap<readonly BlacklistEntry[], Index>();
function indexOf(blacklist: readonly BlacklistEntry[]): Index {
  const known = indexes.get(blacklist);
  if (known !== undefined) return known;
  const exact = new Map<string, BlacklistEntry[]>();
  const ranges: { range: Range; entry: BlacklistEntry }[] = [];
  for (const entry of blacklist) {
    const range = entry.kind === "range" ? parseRange(entry.value) : null;
    if (range !== null) ranges.push({ range, entry });
    const key = keyOf(entry.kind, entry.value);
    const same = exact.get(key);
    if (same === undefined) exact.set(key, [entry]);
    else same.push(entry);
  }
  const index = { exact, ranges };
  indexes.set(blacklist, index);
  return index;
}
const keyOf = (kind: BlacklistKind, value: string): string => `${kind} ${value}`;

function* candidates({ exact, ranges }: Index, facts: Facts): Iterable<BlacklistEntry> {
  const named = (kind: BlacklistKind, value: string): readonly BlacklistEntry[] => exact.get(keyOf(kind, value)) ?? [];
  const written = (kind: TextKind, value: string | undefined): readonly BlacklistEntry[] => {
    const compared = value === undefined ? null : comparedValue(kind, value);
    return compared === null ? [] : named(kind, compared);
  };
  if (facts.visitorId !== undefined) yield* named("visitor", String(facts.visitorId));
  if (facts.customer !== undefined) yield* named("customer", customerValue(facts.customer.channelId, facts.customer.key));
  yield* written("ip", facts.ip);
  yield* written("country", facts.country);
  yield* written("user_token", facts.userToken);
  for (const email of facts.emails ?? []) yield* written("email", email);
  for (const phone of facts.phones ?? []) yield* written("phone", phone);
  const address = facts.ip === undefined || ranges.length === 0 ? null : parseAddress(facts.ip);
  if (address !== null) for (const { range, entry } of ranges) if (isInRange(address, range)) yield entry;
}
