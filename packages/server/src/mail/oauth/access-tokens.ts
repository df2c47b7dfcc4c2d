import { flowTimeoutMs } from "../../code-flow/fetch.ts";
import { refreshTokens } from "../../code-flow/index.ts";
import type { Clock } from "../../core/command.ts";
import { pause } from "../../core/pause.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  claimMailGrant,
  findMailGrant,
  releaseMailGrant,
  saveMailTokens,
} from "../../store/settings/channels/mail-sign-in.ts";
import {
  findOAuthClient,
  type OAuthClientRecord,
} from "../../store/settings/installation/oauth-clients.ts";
import { getEndpoints } from "./endpoints.ts";
import { getOAuthNotice, MailSignInError } from "./notices.ts";
import { openProvider, requestTokens, type ProviderDeps } from "./request-tokens.ts";

/** A mailbox to which somebody signed in at a provider. */
export interface MailGrant {
  readonly account: number;
  readonly id: string;
}
export interface MailAccessTokens {
  /** Returns a valid token. Rejects with {@link MailSignInError}. */
  get(grant: MailGrant): Promise<string>;
  /** Marks a token that a mail server refused. The next `get` returns another one. */
  markRefused(grant: MailGrant, token: string): void;
}
export interface AccessTokensDeps extends ProviderDeps {
  readonly db: Sql;
  readonly clock: Clock;
  readonly secrets: {
    readonly open: (sealed: Buffer) => string;
    readonly seal: (text: string) => Buffer;
  };
}

/** Time in ms before the end of a token at which it is replaced. */
const renewalLeadMs = 60_000;
/** Interval in ms between checks for a token that another node is fetching. */
const recheckMs = 100;
const leaseMs = flowTimeoutMs + 5_000;

/**
 * Creates the access tokens of all mailboxes. They are stored sealed for all nodes. One node
 * refreshes at a time, because a provider may accept each refresh token once (MAIL-127).
 */
export function createMailAccessTokens(deps: AccessTokensDeps): MailAccessTokens {
  const refused = new Map<string, string>();
  const pending = new Map<string, Promise<string>>();
  return {
    get(grant) {
      const key = `${grant.account} ${grant.id}`;
      let running = pending.get(key);
      if (running === undefined) {
        running = getToken(deps, grant, refused).finally(() => pending.delete(key));
        pending.set(key, running);
      }
      return running;
    },
    markRefused: ({ id }, token) => void refused.set(id, token),
  };
}

async function getToken(
  deps: AccessTokensDeps,
  grant: MailGrant,
  refused: Map<string, string>,
): Promise<string> {
  const { db, clock, secrets } = deps;
  for (const endsAt = clock.now() + leaseMs; ;) {
    const stored = await findMailGrant(db, grant.id);
    // A grant of another account, such as one that an imported file names, is none.
    if (stored === null || stored.account !== grant.account) throw mustSignIn("The provider");
    const client = await findOAuthClient(db, stored.provider);
    if (client === null) throw new MailSignInError(getOAuthNotice("oauth_no_client"), false);
    if (stored.isRefused) throw mustSignIn(getEndpoints(client).name);
    if (stored.accessToken !== null && clock.now() < stored.accessExpiresAt - renewalLeadMs) {
      const token = secrets.open(stored.accessToken);
      if (token !== refused.get(grant.id)) return token;
    }
    const claimed = await claimMailGrant(db, grant.id, clock.now(), clock.now() + leaseMs);
    if (claimed !== null) {
      if (claimed.equals(stored.refreshToken)) return refresh(deps, client, grant.id, claimed);
      // Another node refreshed between the read and the claim.
      await releaseMailGrant(db, grant.id, null);
    } else if (clock.now() >= endsAt)
      throw unavailable(getEndpoints(client).name, "another node is still asking");
    else await pause(clock, recheckMs);
  }
}

const mustSignIn = (provider: string): MailSignInError =>
  new MailSignInError(getOAuthNotice("oauth_again", { provider }), true);
const unavailable = (provider: string, reply: string): MailSignInError =>
  new MailSignInError(getOAuthNotice("oauth_unavailable", { provider, reply }), false);

/** Refreshes a token. A rotated refresh token is stored before the access token is used. */
async function refresh(
  deps: AccessTokensDeps,
  client: OAuthClientRecord,
  id: string,
  refreshToken: Buffer,
): Promise<string> {
  const { db, clock, secrets } = deps;
  const { name } = getEndpoints(client);
  const startedAt = clock.now();
  try {
    const provider = await openProvider(deps, client);
    const tokens = await requestTokens(() => refreshTokens(provider, secrets.open(refreshToken)));
    if ("refusal" in tokens) {
      await releaseMailGrant(db, id, tokens.isFinal ? clock.now() : null);
      throw tokens.isFinal ? mustSignIn(name) : unavailable(name, tokens.refusal);
    }
    await saveMailTokens(db, id, {
      refreshToken: tokens.refreshToken === null ? null : secrets.seal(tokens.refreshToken),
      accessToken: secrets.seal(tokens.accessToken),
      accessExpiresAt: startedAt + tokens.lifetimeMs,
    });
    return tokens.accessToken;
  } catch (error) {
    if (!(error instanceof MailSignInError)) await releaseMailGrant(db, id, null);
    throw error;
  }
}
