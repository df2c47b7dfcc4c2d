import { hash, timingSafeEqual } from "node:crypto";
import type { MovedTo } from "../../../core/failure.ts";
import { createLookupCache } from "../../../http/lookup-cache.ts";

/** A channel, found by its inbound address (CH-002, CH-004). */
export interface ChannelAddress {
  readonly account: number;
  readonly channelId: number;
  /** Addresses of the installation to which the account moved, if it is not here. */
  readonly movedTo?: MovedTo | null;
  /** SHA-256 of each secret of the inbound URLs. `until`: its end in ms since 1970, or null. */
  readonly secrets: readonly { readonly hash: Uint8Array; readonly until: number | null }[];
}
/** Returns the channel with this public id. null: none, or deleted (CH-111). */
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
  /** Returns a channel only if its address is right and cached. */
  findCached(randomString: string, publicId: string): ChannelAddress | null;
  /** Evicts the channels of the account after a change of its settings. */
  evictAccount(account: number): void;
}
export interface AddressCacheDeps {
  readonly findChannel: FindChannel;
  readonly clock: { now(): number; monotonic(): number };
  /** Maximum number of cached public ids. */
  readonly capacity?: number;
}

/** Allowed public ids and secrets of an inbound URL (CH-002). Others are not looked up. */
const idPattern = /^[A-Za-z0-9_-]{1,64}$/;
const maxConcurrentLookups = 1_000;

/** Length in bytes of an encoded secret, the maximum of `idPattern`. */
const maxSecretLength = 64;

/**
 * A cached channel. `verified` is the secret that was verified last: its repetition needs no hash.
 * It is dropped together with the channel.
 */
interface CachedChannel {
  readonly address: ChannelAddress;
  verified: { readonly text: Uint8Array; readonly until: number | null };
}
/** Equals no secret, because a secret has at least one character. */
const noSecret = { text: new Uint8Array(maxSecretLength), until: null };

/**
 * Creates a bounded cache for `findChannel`. Rejects with `temporarily_unavailable` if too many
 * lookups are in progress.
 */
export function createAddressCache({
  findChannel,
  clock,
  capacity = 10_000,
}: AddressCacheDeps): AddressCache {
  const lookups = createLookupCache<CachedChannel>({
    clock,
    capacity,
    maxConcurrent: maxConcurrentLookups,
    getAccount: ({ address }) => address.account,
  });
  const loadChannel = async (publicId: string): Promise<CachedChannel | null> => {
    const address = await findChannel(publicId);
    return address === null ? null : { address, verified: noSecret };
  };
  return {
    find(randomString, publicId) {
      if (!idPattern.test(publicId) || !idPattern.test(randomString))
        return verifySecret(null, randomString, clock);
      const channel = lookups.getCached(publicId);
      if (channel !== undefined) return verifySecret(channel, randomString, clock);
      return lookups
        .get(publicId, () => loadChannel(publicId))
        .then((loaded) => verifySecret(loaded, randomString, clock));
    },
    findCached(randomString, publicId) {
      const channel = lookups.getCached(publicId) ?? null;
      return channel === null || !idPattern.test(randomString)
        ? null
        : verifySecret(channel, randomString, clock);
    },
    evictAccount: (account) => lookups.evictAccount(account),
  };
}

/**
 * Compares the secret with the one that was verified last, and if it differs with the hash of every
 * secret of the channel. A wrong secret takes the same time if there is no channel (CH-021).
 */
function verifySecret(
  channel: CachedChannel | null,
  secret: string,
  clock: AddressCacheDeps["clock"],
): ChannelAddress | null {
  const text = encodeSecret(secret);
  const verified = channel?.verified ?? noSecret;
  const isVerified = timingSafeEqual(text, verified.text);
  if (channel !== null && isVerified && isCurrent(verified, clock)) return channel.address;
  const secretHash = hash("sha256", secret, "buffer");
  if (channel === null) {
    timingSafeEqual(secretHash, emptyHash);
    return null;
  }
  const match = findSecret(channel.address, secretHash, clock);
  if (match === null) return null;
  channel.verified = { text: Uint8Array.from(text), until: match.until };
  return channel.address;
}
const emptyHash = new Uint8Array(32);

type Secret = ChannelAddress["secrets"][number];
/** Returns the unexpired secret with this hash. Compares all, so the time shows no position. */
function findSecret(
  { secrets }: ChannelAddress,
  secretHash: Uint8Array,
  clock: AddressCacheDeps["clock"],
): Secret | null {
  let match: Secret | null = null;
  for (const secret of secrets)
    if (timingSafeEqual(secretHash, secret.hash) && isCurrent(secret, clock)) match = secret;
  return match;
}
/** Reads the time only for a secret that expires. */
function isCurrent(
  { until }: { readonly until: number | null },
  clock: AddressCacheDeps["clock"],
): boolean {
  return until === null || clock.now() < until;
}

const secretBuffer = Buffer.alloc(maxSecretLength);
/**
 * Returns the secret as bytes of a fixed length, so that the time of a comparison does not depend
 * on the length of the secret. The bytes are valid until the next call.
 */
function encodeSecret(secret: string): Uint8Array {
  const end = secretBuffer.write(secret, "latin1");
  return secretBuffer.fill(0, end);
}
