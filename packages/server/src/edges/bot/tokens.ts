import type { Clock } from "../../core/command.ts";
import type { Egress } from "../../egress/index.ts";
import type { Authorization } from "./material.ts";
import { tokenLeadMs, tokenTimeoutMs } from "./policy.ts";
import { tokenOf, tokenRequest } from "./token-answer.ts";

/** An access token of a connection. Times are in ms since 1970. */
export interface AccessToken {
  readonly token: string;
  readonly obtainedAt: number;
  readonly expiresAt: number;
}
/** Store of the access tokens of all nodes. */
export interface TokenStore {
  /** Returns the current token. Null if there is none. */
  current(account: number, botId: number): Promise<AccessToken | null>;
  /**
   * Claims the fetch for this connection until `until`: one fetch at a time in the installation
   * (BOT-032). Returns false if another node has the claim.
   */
  claim(account: number, botId: number, now: number, until: number): Promise<boolean>;
  /** Stores the current token, keeps the previous one (BOT-035) and ends the claim. */
  save(account: number, botId: number, token: AccessToken): Promise<void>;
  /** Ends the claim without a token. */
  release(account: number, botId: number): Promise<void>;
}
export interface Tokens {
  /**
   * Returns a valid token, or the reason why there is none. Never rejects for an error of the
   * provider.
   */
  get(bot: BotKey): Promise<{ readonly token: string } | { readonly failed: string }>;
  /**
   * Marks a token that the provider answered with 401. The next `get` returns another one
   * (BOT-034).
   */
  refused(botId: number, token: string): void;
  /** Evicts the account's tokens after a change of its settings. */
  forget(account: number): void;
}
export interface BotKey {
  readonly account: number;
  readonly botId: number;
  readonly authorization: Authorization;
}
export interface TokensDeps {
  readonly store: TokenStore;
  readonly egress: Pick<Egress, "post">;
  /** Unseals a value that was sealed under SECRET_KEY. */
  readonly open: (sealed: Buffer) => string;
  readonly clock: Clock;
  readonly version: string;
}

/**
 * Interval of the checks for another node's fetch. The wait ends with the time limit of a fetch.
 */
const lookAgainMs = 100;
const claimMs = tokenTimeoutMs + 1_000;
const mostReplyBytes = 64 * 1024;

type Found = { readonly token: string } | { readonly failed: string };

/**
 * Creates the access tokens of all connections: cached, renewed in time, with one fetch at a time
 * per connection (BOT-032).
 */
export function openTokens({ store, egress, open, clock, version }: TokensDeps): Tokens {
  const cache = new Map<number, { readonly account: number; readonly token: AccessToken }>();
  const refusedTokens = new Map<number, string>();
  const underWay = new Map<number, Promise<Found>>();

  const usable = (botId: number, token: AccessToken | null): token is AccessToken =>
    token !== null && refusedTokens.get(botId) !== token.token;

  const renew = async (bot: BotKey, old: AccessToken | null): Promise<Found> => {
    const { account, botId } = bot;
    const endsAt = clock.now() + tokenTimeoutMs;
    let best = old;
    for (;;) {
      const stored = await store.current(account, botId);
      if (usable(botId, stored) && isFresh(stored, clock.now())) return keep(account, botId, stored);
      best = stored ?? best;
      if (await store.claim(account, botId, clock.now(), clock.now() + claimMs)) break;
      if (clock.now() >= endsAt) return stillGood(botId, best) ?? { failed: "Another fetch of the access token did not end in time." };
      await new Promise<void>((resolve) => void clock.scheduleAt(clock.now() + lookAgainMs, resolve));
    }
    try {
      // Another node may have stored a token between the read and the claim.
      const stored = await store.current(account, botId);
      if (usable(botId, stored) && isFresh(stored, clock.now())) {
        await store.release(account, botId);
        return keep(account, botId, stored);
      }
      return await fetchToken(bot, stored ?? best);
    } catch (error) {
      await store.release(account, botId);
      throw error;
    }
  };
  const fetchToken = async ({ account, botId, authorization }: BotKey, old: AccessToken | null): Promise<Found> => {
    const request = tokenRequest(authorization, open(authorization.clientSecret), version);
    const startedAt = clock.now();
    const got = tokenOf(await egress.post({ ...request, chunked: false, timeoutMs: tokenTimeoutMs, maxReplyBytes: mostReplyBytes }));
    if ("failed" in got) {
      await store.release(account, botId);
      return stillGood(botId, old) ?? got;
    }
    // Measured from before the request, so that the token cannot end earlier than expected.
    const token = { token: got.token, obtainedAt: startedAt, expiresAt: startedAt + got.lifeMs };
    await store.save(account, botId, token);
    // The provider may return the same token again. Then it is no longer rejected.
    refusedTokens.delete(botId);
    return keep(account, botId, token);
  };
  const keep = (account: number, botId: number, token: AccessToken): Found => {
    cache.set(botId, { account, token });
    return { token: token.token };
  };
  /** A failed renewal has no effect while the previous token is valid. */
  const stillGood = (botId: number, old: AccessToken | null): Found | null =>
    usable(botId, old) && clock.now() < old.expiresAt ? { token: old.token } : null;

  return {
    get(bot) {
      const { botId } = bot;
      const known = cache.get(botId)?.token ?? null;
      if (usable(botId, known) && isFresh(known, clock.now())) return Promise.resolve({ token: known.token });
      let running = underWay.get(botId);
      if (running === undefined) {
        running = renew(bot, known).finally(() => underWay.delete(botId));
        underWay.set(botId, running);
      }
      return running;
    },
    refused: (botId, token) => void refusedTokens.set(botId, token),
    forget(account) {
      for (const [botId, { account: of }] of cache) if (of === account) cache.delete(botId);
    },
  };
}

/** Returns whether the token need not be renewed yet (BOT-032). */
function isFresh({ obtainedAt, expiresAt }: AccessToken, now: number): boolean {
  return now < expiresAt - Math.min(tokenLeadMs, (expiresAt - obtainedAt) / 5);
}
