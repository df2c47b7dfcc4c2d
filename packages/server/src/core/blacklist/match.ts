import type { VisitSource } from "../entity.ts";
import type { VisitorData } from "../event.ts";
import type { BlockListEntry, BlockListKind, CommandContext } from "../command.ts";
import { isInRange, parseAddress, parseRange, type AddressRange } from "./ip-address.ts";
import { toPhoneKey } from "../phone-notations.ts";
import { normalizeValue, customerKey, type TextEntryKind } from "./normalize.ts";

/** Identifiers of a visitor, not normalized. A kind without a value matches no entry. */
export interface VisitorIdentifiers {
  readonly visitorId?: number | undefined;
  readonly customer?: { readonly channelId: number; readonly key: string } | undefined;
  readonly ip?: string | undefined;
  /** Country code of ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  readonly emails?: readonly string[] | undefined;
  readonly phones?: readonly string[] | undefined;
  readonly userToken?: string | undefined;
}

/**
 * Returns the oldest active entry that matches the visitor (CORE-071), or null if the visitor is
 * not blocked. `now` is in milliseconds since 1970.
 */
export function findBlock(
  blockList: readonly BlockListEntry[],
  identifiers: VisitorIdentifiers,
  now: number,
): BlockListEntry | null {
  if (blockList.length === 0) return null;
  let oldest: BlockListEntry | null = null;
  for (const entry of findCandidates(getIndex(blockList), identifiers))
    if ((entry.until === null || entry.until > now) && (oldest === null || entry.id < oldest.id))
      oldest = entry;
  return oldest;
}

/** Identifiers of this request that are not stored yet. Visit and token: of a widget visitor. */
export interface ClaimedIdentifiers {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly session?: VisitSource | undefined;
  readonly userToken?: string | undefined;
}
/**
 * Returns the entry that blocks the visitor by stored data, by the visit or by identifiers of this
 * request. Returns null if there is none.
 */
export function findBlockForVisitor(
  context: CommandContext,
  customer: NonNullable<VisitorIdentifiers["customer"]>,
  claimedIdentifiers: ClaimedIdentifiers = {},
): BlockListEntry | null {
  const { blockList } = context.config;
  // Skips all work in the usual case of an empty block list.
  if (blockList.length === 0) return null;
  const session =
    claimedIdentifiers.session ?? (context.currentChat ?? context.chat)?.entity.session ?? null;
  return findBlock(
    blockList,
    { ...toIdentifiers(context.visitor?.entity ?? null, session, claimedIdentifiers), customer },
    context.now,
  );
}

/** Returns the identifiers of a visitor and a visit, with contacts of every source. */
export function toIdentifiers(
  visitor: VisitorData | null,
  session: VisitSource | null,
  claimedIdentifiers: ClaimedIdentifiers = {},
): VisitorIdentifiers {
  const values = (field: "email" | "phone"): string[] => {
    const stored = visitor?.[field];
    return [
      claimedIdentifiers[field],
      stored?.value,
      ...(stored?.others ?? []).map((other) => other.value),
    ].filter((value) => value !== undefined);
  };
  return {
    visitorId: visitor?.id,
    ip: session?.ip_addr,
    country: session?.geoip.country_code,
    emails: values("email"),
    phones: values("phone"),
    userToken: claimedIdentifiers.userToken,
  };
}

interface BlockListIndex {
  readonly exact: ReadonlyMap<string, readonly BlockListEntry[]>;
  readonly ranges: readonly { readonly range: AddressRange; readonly entry: BlockListEntry }[];
}

/**
 * One index per block list, cached as long as the settings object that contains the list exists.
 */
const indexCache = new WeakMap<readonly BlockListEntry[], BlockListIndex>();
function getIndex(blockList: readonly BlockListEntry[]): BlockListIndex {
  const cached = indexCache.get(blockList);
  if (cached !== undefined) return cached;
  const exact = new Map<string, BlockListEntry[]>();
  const ranges: { range: AddressRange; entry: BlockListEntry }[] = [];
  for (const entry of blockList) {
    const range = entry.kind === "range" ? parseRange(entry.value) : null;
    if (range !== null) ranges.push({ range, entry });
    const key = indexKey(entry.kind, entry.value);
    const same = exact.get(key);
    if (same === undefined) exact.set(key, [entry]);
    else same.push(entry);
  }
  const index = { exact, ranges };
  indexCache.set(blockList, index);
  return index;
}
/** Phone numbers of entries and visitors are compared by their keys (CORE-311). */
const indexKey = (kind: BlockListKind, value: string): string =>
  `${kind} ${kind === "phone" ? toPhoneKey(value) : value}`;

function* findCandidates(
  { exact, ranges }: BlockListIndex,
  identifiers: VisitorIdentifiers,
): Iterable<BlockListEntry> {
  const entriesFor = (kind: BlockListKind, value: string): readonly BlockListEntry[] =>
    exact.get(indexKey(kind, value)) ?? [];
  const entriesForText = (
    kind: TextEntryKind,
    value: string | undefined,
  ): readonly BlockListEntry[] => {
    const normalized = value === undefined ? null : normalizeValue(kind, value);
    return normalized === null ? [] : entriesFor(kind, normalized);
  };
  if (identifiers.visitorId !== undefined)
    yield* entriesFor("visitor", String(identifiers.visitorId));
  if (identifiers.customer !== undefined)
    yield* entriesFor(
      "customer",
      customerKey(identifiers.customer.channelId, identifiers.customer.key),
    );
  yield* entriesForText("ip", identifiers.ip);
  yield* entriesForText("country", identifiers.country);
  yield* entriesForText("user_token", identifiers.userToken);
  for (const email of identifiers.emails ?? []) yield* entriesForText("email", email);
  for (const phone of identifiers.phones ?? []) yield* entriesForText("phone", phone);
  const address =
    identifiers.ip === undefined || ranges.length === 0 ? null : parseAddress(identifiers.ip);
  if (address !== null)
    for (const { range, entry } of ranges) if (isInRange(address, range)) yield entry;
}
