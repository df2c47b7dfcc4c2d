import { createHash, randomBytes } from "node:crypto";
import type { ConnectionNotice } from "../../core/channel/connection-notice.ts";
import { refuse } from "../../core/failure.ts";
import {
  insertMailGrant,
  insertMailSignIn,
  takeMailSignIn,
} from "../../store/settings/channels/mail-sign-in.ts";
import {
  findOAuthClient,
  readOAuthClients,
  type OAuthClientRecord,
} from "../../store/settings/installation/oauth-clients.ts";
import {
  createMailAccessTokens,
  type AccessTokensDeps,
  type MailAccessTokens,
} from "./access-tokens.ts";
import { getEndpoints } from "./endpoints.ts";
import { getOAuthNotice } from "./notices.ts";
import { describeOAuthError, requestTokens } from "./request-tokens.ts";

/** The operator who signs in to a mailbox. */
export interface SignInOperator {
  readonly account: number;
  readonly operator: number;
}
/** A provider at which people can sign in. */
export interface OfferedSignIn {
  readonly provider: OAuthClientRecord["provider"];
  readonly name: string;
}
/** A sign-in that ended. `grant` is null if it failed, and `problem` says why. */
export interface FinishedSignIn {
  readonly provider: string;
  readonly channel: number | null;
  readonly draft: string;
  readonly grant: string | null;
  readonly problem: ConnectionNotice | null;
}
/** Sign-ins to mailboxes at their providers (MAIL-123 to MAIL-129). */
export interface MailSignIns {
  /** Address to which a provider sends the browser back. */
  redirectUri(): string;
  /** Lists the providers at which people can sign in. */
  list(): Promise<readonly OfferedSignIn[]>;
  /** Starts a sign-in and returns the URL to open. Throws Refusal `not_available`. */
  begin(
    by: SignInOperator,
    request: {
      readonly provider: string;
      readonly address: string | null;
      readonly draft: string;
      readonly channel: number | null;
    },
  ): Promise<string>;
  /**
   * Ends a sign-in with the query of the redirect. Throws Refusal `invalid_request` if this
   * operator did not start it, if it was ended before, or if it took too long.
   */
  finish(by: SignInOperator, query: string): Promise<FinishedSignIn>;
  readonly tokens: MailAccessTokens;
}
export interface MailSignInsDeps extends AccessTokensDeps {
  readonly publicUrl: () => string;
}

/** Time in ms in which somebody must end a sign-in. */
const signInTtlMs = 15 * 60_000;

/** Creates the sign-ins with an authorization code and PKCE (RFC 7636). */
export function createMailSignIns(deps: MailSignInsDeps): MailSignIns {
  const { db, clock, secrets } = deps;
  const redirectUri = (): string => `${deps.publicUrl()}/settings/connectors/new`;
  return {
    redirectUri,
    tokens: createMailAccessTokens(deps),
    list: async () =>
      (await readOAuthClients(db)).map((client) => ({
        provider: client.provider,
        name: getEndpoints(client).name,
      })),
    async begin(by, { provider, address, draft, channel }) {
      const client =
        (await findOAuthClient(db, provider)) ??
        refuse("not_available", "The installation has no client at this provider.");
      const endpoints = getEndpoints(client);
      const [state, verifier] = [createRandom(), createRandom()];
      await insertMailSignIn(
        db,
        hash(state),
        { ...by, provider, draft, channel, verifier: secrets.seal(verifier) },
        clock.now() + signInTtlMs,
      );
      const url = new URL(endpoints.authorizationUrl);
      const parameters = {
        ...endpoints.parameters,
        response_type: "code",
        client_id: client.clientId,
        redirect_uri: redirectUri(),
        scope: endpoints.scopes,
        state,
        code_challenge: hash(verifier).toString("base64url"),
        code_challenge_method: "S256",
        ...(address === null ? {} : { login_hint: address }),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    finish: (by, query) => finish(deps, redirectUri(), by, new URLSearchParams(query)),
  };
}

const createRandom = (): string => randomBytes(32).toString("base64url");
const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

async function finish(
  deps: MailSignInsDeps,
  redirectUri: string,
  by: SignInOperator,
  query: URLSearchParams,
): Promise<FinishedSignIn> {
  const { db, clock, secrets } = deps;
  const started =
    (await takeMailSignIn(db, hash(query.get("state") ?? ""), by, clock.now())) ??
    refuse(
      "invalid_request",
      "You did not start this sign-in, it is used already, or it took too long. Start it again.",
      { field: "query" },
    );
  const { provider, channel, draft } = started;
  const client = await findOAuthClient(db, provider);
  const fail = (problem: ConnectionNotice): FinishedSignIn => ({
    provider,
    channel,
    draft,
    problem,
    grant: null,
  });
  if (client === null) return fail(getOAuthNotice("oauth_no_client"));
  const { name } = getEndpoints(client);
  const refused = (reply: string): FinishedSignIn =>
    fail(getOAuthNotice("oauth_refused", { provider: name, reply }));
  const code = query.get("code");
  if (code === null) return refused(describeOAuthError(Object.fromEntries(query)) || "no code");
  const startedAt = clock.now();
  const tokens = await requestTokens(deps, client, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: secrets.open(started.verifier),
  });
  if ("refusal" in tokens) return refused(tokens.refusal);
  if (tokens.refreshToken === null)
    return fail(getOAuthNotice("oauth_no_refresh", { provider: name }));
  const grant = randomBytes(16).toString("base64url");
  await insertMailGrant(
    db,
    grant,
    {
      ...by,
      provider,
      refreshToken: secrets.seal(tokens.refreshToken),
      accessToken: secrets.seal(tokens.accessToken),
      accessExpiresAt: startedAt + tokens.lifetimeMs,
    },
    clock.now(),
  );
  return { provider, channel, draft, grant, problem: null };
}
