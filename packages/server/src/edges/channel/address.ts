import { hash, timingSafeEqual } from "node:crypto";
import { fail, Refusal } from "../../core/failure.ts";

/** A channel as its inbound address finds it (CH-002, CH-004). */
export interface ChannelAddress {
  readonly account: number;
  readonly channelId: number;
  /** SHA-256 of each random string that leads here, and until when (ms since 1970; null: no end). */
  readonly secrets: readonly { readonly hash: Uint8Array; readonly until: number | null }[];
}
/** The channel with this public id; null when there is none or it is deleted (CH-111). */
export type FindChannel = (publicId: string) => Promise<ChannelAddress | null>;

export interface Addresses {
  /** The channel behind both parts of an address; null for every kind of wrong one (CH-020). Answers at once when it is in memory. */
  find(randomString: string, publicId: string): ChannelAddress | null | Promise<ChannelAddress | null>;
  /** Settings of the account changed: its channels are looked up again. */
  forget(account: number): void;
}
export interface AddressesDeps {
  readonly findChannel: FindChannel;
  readonly clock: { now(): number; monotonic(): number };
  /** Public ids kept. */
  readonly capacity?: number;
}

/** CHANNEL_PUBLIC_ID and random string as provisioning may set them (CH-002); nothing else is ever looked up. */
const idShape = /^[A-Za-z0-9_-]{1,64}$/;
/** An id that nobody has may be taken on another node, whose notice can be late. */
const absentMs = 5_000;

/** Lookups under way at once; a flood of invented ids must not queue up before the database. */
const lookupsAtOnce = 1_000;

/** Bounded memory of addresses in front of `findChannel`. Rejects with `temporarily_unavailable` when too many lookups are under way. */
export function openAddresses({ findChannel, clock, capacity = 10_000 }: AddressesDeps): Addresses {
  const known = new Map<string, ChannelAddress>();
  // Apart from the known ones, so that invented ids push none of those out. The value is when the id was looked for.
  const absent = new Map<string, number>();
  const underWay = new Map<string, Promise<ChannelAddress | null>>();
  // Raised by every change, so that a lookup that began before it is not kept.
  let changes = 0;

  const look = (publicId: string): Promise<ChannelAddress | null> => {
    const running = underWay.get(publicId);
    if (running !== undefined) return running;
    if (underWay.size >= lookupsAtOnce)
      return Promise.reject(new Refusal(fail("temporarily_unavailable", "Too many addresses are being looked up.")));
    const seen = changes;
    const started = findChannel(publicId)
      .then((address) => {
        if (seen !== changes) return address;
        if (address === null) put(absent, publicId, clock.monotonic(), capacity);
        else put(known, publicId, address, capacity);
        return address;
      })
      .finally(() => {
        if (underWay.get(publicId) === started) underWay.delete(publicId);
      });
    underWay.set(publicId, started);
    return started;
  };

  return {
    find(randomString, publicId) {
      const given = hash("sha256", randomString, "buffer");
      if (!idShape.test(publicId) || !idShape.test(randomString)) return opens(null, given, clock.now());
      const address = known.get(publicId);
      if (address !== undefined) return opens(address, given, clock.now());
      const lookedAt = absent.get(publicId);
      if (lookedAt !== undefined && clock.monotonic() - lookedAt < absentMs) return opens(null, given, clock.now());
      return look(publicId).then((found) => opens(found, given, clock.now()));
    },
    forget(account) {
      changes++;
      underWay.clear();
      absent.clear();
      for (const [publicId, address] of known) if (address.account === account) known.delete(publicId);
    },
  };
}

/** Sets and drops the entry that was set longest ago when the map is full. */
function put<V>(map: Map<string, V>, key: string, value: V, capacity: number): void {
  if (map.size >= capacity && !map.has(key))
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  map.set(key, value);
}

const nobody = new Uint8Array(32);
/** Compares with every secret of the channel, and as long when there is no channel (CH-021). */
function opens(address: ChannelAddress | null, given: Uint8Array, now: number): ChannelAddress | null {
  if (address === null) {
    timingSafeEqual(given, nobody);
    return null;
  }
  let open = false;
  for (const { hash: wanted, until } of address.secrets) {
    const same = timingSafeEqual(given, wanted);
    if (same && (until === null || now < until)) open = true;
  }
  return open ? address : null;
}
