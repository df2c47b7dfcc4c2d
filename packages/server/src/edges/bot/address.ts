import { hash, timingSafeEqual } from "node:crypto";
import { fail, Refusal } from "../../core/failure.ts";

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
/** What nobody has may be taken on another node, whose notice can be late. */
const absentMs = 5_000;
/** Lookups under way at once; a flood of invented tokens must not queue up before the database. */
const lookupsAtOnce = 500;

/** Bounded memory of addresses in front of `findBot`. A token is compared by its hash alone, as long for a wrong one as for a right one. */
export function openAddresses({ findBot, clock, capacity = 10_000 }: AddressesDeps): Addresses {
  const known = new Map<string, BotAddress>();
  // Apart from the known ones, so that invented tokens push none of those out.
  const absent = new Map<string, number>();
  const underWay = new Map<string, Promise<BotAddress | null>>();
  let changes = 0;

  const look = (key: string, provider: string, tokenHash: Buffer): Promise<BotAddress | null> => {
    const running = underWay.get(key);
    if (running !== undefined) return running;
    if (underWay.size >= lookupsAtOnce)
      return Promise.reject(new Refusal(fail("temporarily_unavailable", "Too many addresses are being looked up.")));
    const seen = changes;
    const started = findBot(provider, tokenHash)
      .then((address) => {
        if (seen !== changes) return address;
        if (address === null) put(absent, key, clock.monotonic(), capacity);
        else put(known, key, address, capacity);
        return address;
      })
      .finally(() => {
        if (underWay.get(key) === started) underWay.delete(key);
      });
    underWay.set(key, started);
    return started;
  };

  return {
    async find(provider, token) {
      const given = hash("sha256", token, "buffer");
      if (!providerShape.test(provider) || !tokenShape.test(token)) return opens(null, given);
      const key = `${provider} ${given.toString("base64")}`;
      const address = known.get(key);
      if (address !== undefined) return opens(address, given);
      const lookedAt = absent.get(key);
      if (lookedAt !== undefined && clock.monotonic() - lookedAt < absentMs) return opens(null, given);
      return opens(await look(key, provider, given), given);
    },
    forget(account) {
      changes++;
      underWay.clear();
      absent.clear();
      for (const [key, address] of known) if (address.account === account) known.delete(key);
    },
  };
}

function put<V>(map: Map<string, V>, key: string, value: V, capacity: number): void {
  if (map.size >= capacity && !map.has(key))
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  map.set(key, value);
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
