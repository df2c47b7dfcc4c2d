import type { Clock } from "../../../core/command.ts";
import { pause } from "../../../core/pause.ts";
import type { PostSender } from "../../../egress/index.ts";
import type { TokenEndpointSettings } from "../request-data.ts";
import { tokenRenewalLeadMs, tokenTimeoutMs } from "../retry-policy.ts";
import { parseTokenResponse, buildTokenRequest } from "./token-response.ts";

/** An access token of a bot connection. Times are in ms since 1970. */
export interface AccessToken {
  readonly token: string;
  readonly obtainedAt: number;
  readonly expiresAt: number;
}
/** Stores the access tokens for all nodes. */
export interface TokenStore {
  /** Returns the current token, or null. */
  getCurrent(account: number, botId: number): Promise<AccessToken | null>;
  /**
   * Claims the fetch for this bot connection until `until`, so that the installation runs one fetch
   * at a time (BOT-032). Returns false if another node has the claim.
   */
  claim(account: number, botId: number, now: number, until: number): Promise<boolean>;
  /** Stores the new token, keeps the previous one (BOT-035) and ends the claim. */
  save(account: number, botId: number, token: AccessToken): Promise<void>;
  /** Ends the claim without storing a token. */
  release(account: number, botId: number): Promise<void>;
}
export interface AccessTokens {
  /**
   * Returns a valid token, or the reason why there is none. Does not reject if the provider fails.
   */
  get(bot: BotRef): Promise<{ readonly token: string } | { readonly failed: string }>;
  /** Marks a token after a 401, so that the next `get` returns another one (BOT-034). */
  markRejected(botId: number, token: string): void;
  /** Evicts the tokens of the account after a change of its settings. */
  evictAccount(account: number): void;
}
interface BotRef {
  readonly account: number;
  readonly botId: number;
  readonly authorization: TokenEndpointSettings;
}
export interface AccessTokensDeps {
  readonly store: TokenStore;
  readonly egress: PostSender;
  /** Unseals a value that was sealed with SECRET_KEY. */
  readonly unseal: (sealed: Buffer) => string;
  readonly clock: Clock;
  readonly version: string;
}

/** Ms between checks for another node's token. The wait ends at the time limit of a fetch. */
const recheckIntervalMs = 100;
const claimTtlMs = tokenTimeoutMs + 1_000;
const maxTokenResponseBytes = 64 * 1024;

type TokenResult = { readonly token: string } | { readonly failed: string };

/**
 * Creates the access tokens of all bot connections. They are cached and renewed before they expire,
 * with one fetch at a time per connection (BOT-032).
 */
export function createAccessTokens(deps: AccessTokensDeps): AccessTokens {
  const { clock } = deps;
  const cache = createTokenCache(clock);
  const pendingFetches = new Map<number, Promise<TokenResult>>();
  return {
    get(bot) {
      const { botId } = bot;
      const cached = cache.get(botId);
      if (cache.isUsable(botId, cached) && isFresh(cached, clock.now()))
        return Promise.resolve({ token: cached.token });
      let running = pendingFetches.get(botId);
      if (running === undefined) {
        running = renew(deps, cache, bot, cached).finally(() => pendingFetches.delete(botId));
        pendingFetches.set(botId, running);
      }
      return running;
    },
    markRejected: cache.markRejected,
    evictAccount: cache.evictAccount,
  };
}

/** The tokens of this process, and those that a provider rejected. */
type TokenCache = ReturnType<typeof createTokenCache>;
function createTokenCache(clock: Clock) {
  const tokens = new Map<number, { readonly account: number; readonly token: AccessToken }>();
  const rejectedTokens = new Map<number, string>();
  const isUsable = (botId: number, token: AccessToken | null): token is AccessToken =>
    token !== null && rejectedTokens.get(botId) !== token.token;
  return {
    get: (botId: number): AccessToken | null => tokens.get(botId)?.token ?? null,
    put({ account, botId }: BotRef, token: AccessToken): TokenResult {
      tokens.set(botId, { account, token });
      return { token: token.token };
    },
    isUsable,
    /** A failed renewal has no effect while the previous token is valid. */
    reuseIfValid: (botId: number, previous: AccessToken | null): TokenResult | null =>
      isUsable(botId, previous) && clock.now() < previous.expiresAt
        ? { token: previous.token }
        : null,
    markRejected: (botId: number, token: string): void => void rejectedTokens.set(botId, token),
    /** The provider returned this token, so it is no longer rejected. */
    markAccepted: (botId: number): void => void rejectedTokens.delete(botId),
    evictAccount: (account: number): void => {
      for (const [botId, cached] of tokens) if (cached.account === account) tokens.delete(botId);
    },
  };
}

/** Fetches a token, or takes the one that another node fetches meanwhile. */
async function renew(
  deps: AccessTokensDeps,
  cache: TokenCache,
  bot: BotRef,
  previous: AccessToken | null,
): Promise<TokenResult> {
  const { store, clock } = deps;
  const { account, botId } = bot;
  const endsAt = clock.now() + tokenTimeoutMs;
  let best = previous;
  for (;;) {
    const stored = await store.getCurrent(account, botId);
    if (cache.isUsable(botId, stored) && isFresh(stored, clock.now()))
      return cache.put(bot, stored);
    best = stored ?? best;
    if (await store.claim(account, botId, clock.now(), clock.now() + claimTtlMs)) break;
    if (clock.now() >= endsAt)
      return (
        cache.reuseIfValid(botId, best) ?? {
          failed: "Another fetch of the access token did not end in time.",
        }
      );
    await pause(clock, recheckIntervalMs);
  }
  try {
    // Another node may have stored a token between the read and the claim.
    const stored = await store.getCurrent(account, botId);
    if (cache.isUsable(botId, stored) && isFresh(stored, clock.now())) {
      await store.release(account, botId);
      return cache.put(bot, stored);
    }
    return await fetchToken(deps, cache, bot, stored ?? best);
  } catch (error) {
    await store.release(account, botId);
    throw error;
  }
}

async function fetchToken(
  { store, egress, unseal, clock, version }: AccessTokensDeps,
  cache: TokenCache,
  bot: BotRef,
  previous: AccessToken | null,
): Promise<TokenResult> {
  const { account, botId, authorization } = bot;
  const request = buildTokenRequest(authorization, unseal(authorization.clientSecret), version);
  const startedAt = clock.now();
  const response = parseTokenResponse(
    await egress.post({
      ...request,
      chunked: false,
      timeoutMs: tokenTimeoutMs,
      maxReplyBytes: maxTokenResponseBytes,
    }),
  );
  if ("failed" in response) {
    await store.release(account, botId);
    return cache.reuseIfValid(botId, previous) ?? response;
  }
  // The lifetime is measured from before the request, so that the token does not expire earlier
  // than expected.
  const token = {
    token: response.token,
    obtainedAt: startedAt,
    expiresAt: startedAt + response.lifeMs,
  };
  await store.save(account, botId, token);
  // The provider may return the same token again.
  cache.markAccepted(botId);
  return cache.put(bot, token);
}

/** Returns whether the token is valid for long enough to need no renewal (BOT-032). */
function isFresh({ obtainedAt, expiresAt }: AccessToken, now: number): boolean {
  return now < expiresAt - Math.min(tokenRenewalLeadMs, (expiresAt - obtainedAt) / 5);
}
