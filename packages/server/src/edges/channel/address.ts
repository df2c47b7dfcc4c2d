import { hash, timingSafeEqual } from "node:crypto";

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

interface Held {
  readonly address: ChannelAddress | null;
  readonly readAt: number;
}

/** Bounded memory of addresses in front of `findChannel`. */
export function openAddresses({ findChannel, clock, capacity = 10_000 }: AddressesDeps): Addresses {
  const held = new Map<string, Held>();
  const underWay = new Map<string, Promise<ChannelAddress | null>>();
  // Raised by every change, so that a lookup that began before it is not kept.
  let changes = 0;

  const look = (publicId: string): Promise<ChannelAddress | null> => {
    const running = underWay.get(publicId);
    if (running !== undefined) return running;
    const seen = changes;
    const started = findChannel(publicId)
      .then((address) => {
        if (seen === changes) keep(publicId, address);
        return address;
      })
      .finally(() => {
        if (underWay.get(publicId) === started) underWay.delete(publicId);
      });
    underWay.set(publicId, started);
    return started;
  };
  const keep = (publicId: string, address: ChannelAddress | null): void => {
    if (held.size >= capacity) for (const oldest of held.keys()) { held.delete(oldest); break; }
    held.set(publicId, { address, readAt: clock.monotonic() });
  };

  return {
    find(randomString, publicId) {
      const given = hash("sha256", randomString, "buffer");
      if (!idShape.test(publicId) || !idShape.test(randomString)) return opens(null, given, clock.now());
      const known = held.get(publicId);
      if (known !== undefined && (known.address !== null || clock.monotonic() - known.readAt < absentMs)) return opens(known.address, given, clock.now());
      return look(publicId).then((address) => opens(address, given, clock.now()));
    },
    forget(account) {
      changes++;
      underWay.clear();
      for (const [publicId, { address }] of held) if (address === null || address.account === account) held.delete(publicId);
    },
  };
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
