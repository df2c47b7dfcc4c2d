import { omitAbsent } from "@parlour/protocol/omit-absent";
import { createHash, randomBytes } from "node:crypto";
import { beginFlow, exchangeCode } from "../../code-flow/index.ts";
import type { ConnectionNotice } from "../../core/channel/connection-notice.ts";
import { refuse } from "../../core/failure.ts";
import {
  insertMailGrant,
  insertMailSignIn,
  takeMailSignIn,
  type SignInOperator,
  type SignInPurpose,
} from "../../store/settings/channels/mail-sign-in.ts";
import {
  findOAuthClient,
  oauthClientList,
} from "../../store/settings/installation/oauth-clients.ts";
import type { AccessTokensDeps } from "./access-tokens.ts";
import { getEndpoints } from "./endpoints.ts";
import { getOAuthNotice } from "./notices.ts";
import { openProvider, requestTokens } from "./request-tokens.ts";

/** A sign-in that ended. `grant` is null if it failed, and `problem` says why. */
interface FinishedSignIn extends SignInPurpose {
  readonly grant: string | null;
  readonly problem: ConnectionNotice | null;
}
export interface MailSignInsDeps extends AccessTokensDeps {
  readonly publicUrl: () => string;
}

/** Time in ms in which somebody must end a sign-in. */
const signInTtlMs = 15 * 60_000;

/** Creates the sign-ins to mailboxes at their providers (MAIL-123 to MAIL-129). */
export function createMailSignIns(deps: MailSignInsDeps) {
  const { db, clock, secrets } = deps;
  const redirectUri = (): string => `${deps.publicUrl()}/settings/connectors/new`;
  return {
    /** Returns the address to which a provider sends the browser back. */
    redirectUri,
    /** Lists the providers at which people can sign in. */
    list: async () =>
      (await oauthClientList.read(db)).map((client) => ({
        provider: client.provider,
        name: getEndpoints(client).name,
      })),
    /**
     * Starts a sign-in and returns the URL to open. The provider may propose `address`. Throws
     * Refusal `not_available`.
     */
    async begin(
      by: SignInOperator,
      { provider, address, draft, channel }: SignInPurpose & { readonly address: string | null },
    ): Promise<string> {
      const client =
        (await findOAuthClient(db, provider)) ??
        refuse("not_available", "The installation has no client at this provider.");
      const { scopes, parameters } = getEndpoints(client);
      const { url, checks } = await beginFlow(await openProvider(deps, client), {
        ...parameters,
        redirect_uri: redirectUri(),
        scope: scopes,
        ...omitAbsent({ login_hint: address ?? undefined }),
      });
      await insertMailSignIn(
        db,
        hash(checks.state),
        { ...by, provider, draft, channel, verifier: secrets.seal(checks.verifier) },
        clock.now() + signInTtlMs,
      );
      return url;
    },
    /**
     * Ends a sign-in with the query of the redirect. Throws Refusal `invalid_request` if this
     * operator did not start it, if it was ended before, or if it took too long.
     */
    finish: (by: SignInOperator, query: string): Promise<FinishedSignIn> =>
      finish(deps, new URL(`${redirectUri()}?${query.replace(/^\?/, "")}`), by),
  };
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

async function finish(
  deps: MailSignInsDeps,
  callbackUrl: URL,
  by: SignInOperator,
): Promise<FinishedSignIn> {
  const { db, clock, secrets } = deps;
  const state = callbackUrl.searchParams.get("state") ?? "";
  const started =
    (await takeMailSignIn(db, hash(state), by, clock.now())) ??
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
  const startedAt = clock.now();
  const opened = await openProvider(deps, client);
  const tokens = await requestTokens(() =>
    exchangeCode(opened, callbackUrl, {
      state,
      verifier: secrets.open(started.verifier),
      nonce: null,
    }),
  );
  if ("refusal" in tokens)
    return fail(getOAuthNotice("oauth_refused", { provider: name, reply: tokens.refusal }));
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
