import { hash, timingSafeEqual } from "node:crypto";
import { createLookupCache } from "../../../http/lookup-cache.ts";

/** A channel, found by its inbound address (CH-002, CH-004). */
export interface ChannelAddress {
  readonly account: number;
  readonly channelId: number;
  /**
   * SHA-256 of each secret in the channel's inbound URLs. `until` is the expiry time in ms since
   * 1970, or null.
   */
  readonly secrets: readonly { readonly hash: Uint8Array; readonly until: number | null }[];
}
/**
 * Returns the channel with this public id. Resolves to null if there is none or it was deleted
 * (CH-111).
 */
export type FindChannel = (publicId: string) => Promise<ChannelAddress | null>;

export interface AddressCache {
  /**
   * Returns the channel for both parts of an address, or null if a part is wrong (CH-020). Returns
   * a cached channel synchronously.
   */
  find(
    randomString: string,
    publicId: string,
  ): ChannelAddress | null | Promise<ChannelAddress | null>;
  /** Evicts the channels of the account after a change of its settings. */
  evictAccount(account: number): void;
}
export interface AddressCacheDeps {
  readonly findChannel: FindChannel;
  readonly clock: { now(): number; monotonic(): number };
  /** Maximum number of cached public ids. */
  readonly capacity?: number;
}

/**
 * Allowed values of the public id and the secret in an inbound URL (CH-002). Other values are not
 * looked up.
 */
const idPattern = /^[A-Za-z0-9_-]{1,64}$/;
const maxConcurrentLookups = 1_000;

/**
 * Creates a bounded cache for `findChannel`. Rejects with `temporarily_unavailable` if too many
 * lookups are in progress.
 */
export function createAddressCache({
  findChannel,
  clock,
  capacity = 10_000,
}: AddressCacheDeps): AddressCache {
  const lookups = createLookupCache<ChannelAddress>({
    clock,
    capacity,
    maxConcurrent: maxConcurrentLookups,
    getAccount: (address) => address.account,
  });
  return {
    find(randomString, publicId) {
      const secretHash = hash("sha256", randomString, "buffer");
      if (!idPattern.test(publicId) || !idPattern.test(randomString))
        return verifySecret(null, secretHash, clock.now());
      const address = lookups.getCached(publicId);
      if (address !== undefined) return verifySecret(address, secretHash, clock.now());
      return lookups
        .lookUp(publicId, () => findChannel(publicId))
        .then((loaded) => verifySecret(loaded, secretHash, clock.now()));
    },
    evictAccount: (account) => lookups.evictAccount(account),
  };
}

const emptyHash = new Uint8Array(32);
/**
 * Compares the text with every secret of the channel. Takes the same time if there is no channel
 * (CH-021).
 */
function verifySecret(
  address: ChannelAddress | null,
  secretHash: Uint8Array,
  now: number,
): ChannelAddress | null {
  if (address === null) {
    timingSafeEqual(secretHash, emptyHash);
    return null;
  }
  let isValid = false;
  for (const { hash: expectedHash, until } of address.secrets) {
    const isSame = timingSafeEqual(secretHash, expectedHash);
    if (isSame && (until === null || now < until)) isValid = true;
  }
  return isValid ? address : null;
}
