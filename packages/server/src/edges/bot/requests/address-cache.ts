import { hash, timingSafeEqual } from "node:crypto";
import { createLookupCache } from "../../../http/lookup-cache.ts";

/** A bot connection, found by its inbound address (BOT-010). */
export interface BotAddress {
  readonly account: number;
  readonly botId: number;
  /** SHA-256 of the token. */
  readonly tokenHash: Uint8Array;
  /** Whether requests carry an access token (BOT-031). */
  readonly isAuthorized: boolean;
}
/**
 * Returns the bot connection of a provider with this token. Resolves to null if there is none or it
 * was deleted.
 */
export type FindBot = (provider: string, tokenHash: Uint8Array) => Promise<BotAddress | null>;

export interface AddressCache {
  /** Resolves to null if a part of the address is wrong. Rejects if the lookup fails. */
  find(provider: string, token: string): Promise<BotAddress | null>;
  /** Evicts the bot connections of the account after a change of its settings. */
  evictAccount(account: number): void;
}
export interface AddressCacheDeps {
  readonly findBot: FindBot;
  readonly clock: { monotonic(): number };
  readonly capacity?: number;
}

/** Allowed provider ids (BOT-001, BOT-003). Other values are not looked up. */
const providerPattern = /^[A-Za-z0-9._-]{2,64}$/;
const tokenPattern = /^[\x21-\x7e]{1,255}$/;
const maxConcurrentLookups = 500;

/**
 * Creates a bounded cache for `findBot`. Compares tokens by hash, and takes the same time for wrong
 * and right tokens.
 */
export function createAddressCache({
  findBot,
  clock,
  capacity = 10_000,
}: AddressCacheDeps): AddressCache {
  const lookups = createLookupCache<BotAddress>({
    clock,
    capacity,
    maxConcurrent: maxConcurrentLookups,
    getAccount: (address) => address.account,
  });
  return {
    async find(provider, token) {
      const tokenHash = hash("sha256", token, "buffer");
      if (!providerPattern.test(provider) || !tokenPattern.test(token))
        return verifyToken(null, tokenHash);
      const key = `${provider} ${tokenHash.toString("base64")}`;
      const address = lookups.getCached(key);
      if (address !== undefined) return verifyToken(address, tokenHash);
      return verifyToken(await lookups.get(key, () => findBot(provider, tokenHash)), tokenHash);
    },
    evictAccount: (account) => lookups.evictAccount(account),
  };
}

const emptyHash = new Uint8Array(32);
function verifyToken(address: BotAddress | null, tokenHash: Buffer): BotAddress | null {
  const isSame = timingSafeEqual(tokenHash, address?.tokenHash ?? emptyHash);
  return isSame ? address : null;
}

/** Parsed path of an inbound request: `/webhooks/…` (BOT-010) or `/providers/…` (BOT-011). */
export interface InboundRoute {
  readonly door: "webhooks" | "providers";
  readonly provider: string;
  readonly token: string;
}
/**
 * Parses `<prefix>/(webhooks|providers)/<provider_id>/<token>`. Decodes the parts, ignores the
 * query and accepts one trailing slash. Returns null for any other path.
 */
export function matchRoute(url: string, prefixLength: number): InboundRoute | null {
  const end = url.search(/[?#]/);
  const [door = "", provider = "", token = "", ...rest] = url
    .slice(prefixLength + 1, end === -1 ? undefined : end)
    .split("/");
  if (rest.length > 1 || (rest.length === 1 && rest[0] !== "")) return null;
  if ((door !== "webhooks" && door !== "providers") || provider === "" || token === "") return null;
  try {
    return { door, provider: decodeURIComponent(provider), token: decodeURIComponent(token) };
  } catch (error) {
    // The path contains an invalid percent sign, which no valid address contains.
    if (error instanceof URIError) return null;
    throw error;
  }
}
