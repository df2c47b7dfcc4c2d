import { hash, timingSafeEqual } from "node:crypto";
import { openLookups } from "../../http/lookups.ts";

/** A bot connection as its inbound address finds it (BOT-010). */
export interface BotAddress {
  readonly account: number;
  readonly botId: number;
  /** SHA-256 of the token. */
  readonly tokenHash: Uint8Array;
  /** Whether requests carry an access token (BOT-031). */
  readonly isAuthorized: boolean;
}
/** The connection of a provider with this token, deleted ones never; null when there is none. */
export type FindBot = (provider: string, tokenHash: Uint8Array) => Promise<BotAddress | null>;

export interface Addresses {
  /** The connection behind both parts of an address; null for every kind of wrong one. Rejects when the lookup does. */
  find(provider: string, token: string): Promise<BotAddress | null>;
  /** Settings of the account changed: its connections are looked up again. */
  forget(account: number): void;
}
export interface AddressesDeps {
  readonly findBot: FindBot;
  readonly clock: { monotonic(): number };
  /** Addresses kept. */
  readonly capacity?: number;
}

/** BOT-001, BOT-003; nothing else is ever looked up. */
const providerShape = /^[A-Za-z0-9._-]{2,64}$/;
const tokenShape = /^[\x21-\x7e]{1,255}$/;
const lookupsAtOnce = 500;

/** Bounded memory of addresses in front of `findBot`. A token is compared by its hash alone, as long for a wrong one as for a right one. */
export function openAddresses({ findBot, clock, capacity = 10_000 }: AddressesDeps): Addresses {
  const lookups = openLookups<BotAddress>({ clock, capacity, atOnce: lookupsAtOnce, accountOf: (address) => address.account });
  return {
    async find(provider, token) {
      const given = hash("sha256", token, "buffer");
      if (!providerShape.test(provider) || !tokenShape.test(token)) return opens(null, given);
      const key = `${provider} ${given.toString("base64")}`;
      const address = lookups.known(key);
      if (address !== undefined) return opens(address, given);
      return opens(await lookups.look(key, () => findBot(provider, given)), given);
    },
    forget: (account) => lookups.forget(account),
  };
}

const nobody = new Uint8Array(32);
function opens(address: BotAddress | null, given: Buffer): BotAddress | null {
  const isSame = timingSafeEqual(given, address?.tokenHash ?? nobody);
  return isSame ? address : null;
}

/** Which of the two addresses: `/webhooks/…` (BOT-010), `/providers/…` (BOT-011). */
export interface Place {
  readonly door: "webhooks" | "providers";
  readonly provider: string;
  readonly token: string;
}
/** Parts of `<prefix>/(webhooks|providers)/<provider_id>/<token>`, decoded, query ignored, one trailing slash tolerated; else null. */
export function placeOf(url: string, prefixLength: number): Place | null {
  const end = url.search(/[?#]/);
  const [door = "", provider = "", token = "", ...rest] = url.slice(prefixLength + 1, end === -1 ? undefined : end).split("/");
  if (rest.length > 1 || (rest.length === 1 && rest[0] !== "")) return null;
  if ((door !== "webhooks" && door !== "providers") || provider === "" || token === "") return null;
  try {
    return { door, provider: decodeURIComponent(provider), token: decodeURIComponent(token) };
  } catch (error) {
    // A stray percent sign: no address of ours was ever written so.
    if (error instanceof URIError) return null;
    throw error;
  }
}
