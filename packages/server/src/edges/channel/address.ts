import { hash, timingSafeEqual } from "node:crypto";
import { openLookups } from "../../http/lookups.ts";

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
const lookupsAtOnce = 1_000;

/** Bounded memory of addresses in front of `findChannel`. Rejects with `temporarily_unavailable` when too many lookups are under way. */
export function openAddresses({ findChannel, clock, capacity = 10_000 }: AddressesDeps): Addresses {
  const lookups = openLookups<ChannelAddress>({ clock, capacity, atOnce: lookupsAtOnce, accountOf: (address) => address.account });
  return {
    find(randomString, publicId) {
      const given = hash("sha256", randomString, "buffer");
      if (!idShape.test(publicId) || !idShape.test(randomString)) return opens(null, given, clock.now());
      const address = lookups.known(publicId);
      if (address !== undefined) return opens(address, given, clock.now());
      return lookups.look(publicId, () => findChannel(publicId)).then((found) => opens(found, given, clock.now()));
    },
    forget: (account) => lookups.forget(account),
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
