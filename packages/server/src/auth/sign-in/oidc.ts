import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import { type OidcRecord, readOidc } from "../../store/settings/installation/oidc.ts";
import type { Egress } from "../../egress/index.ts";
import { BoundedMap } from "../session/bounded-map.ts";
import type { Challenges } from "./challenges.ts";
import { createOidcFetch } from "./oidc-fetch.ts";
import { resolveOidcOperator, type OidcOperatorDeps } from "./oidc-operator.ts";
import type { RequestOrigin } from "../session/create-session.ts";

/**
 * Lifetime of a provider's cached settings in milliseconds. An unknown signing key is loaded when
 * it is used.
 */
const discoveryTtlMs = 10 * 60_000;
/**
 * Maximum number of cached provider settings. Some of them may be earlier settings of the same
 * provider.
 */
const maxCachedConfigs = 20;

export interface OidcDeps extends OidcOperatorDeps {
  readonly clock: Pick<Clock, "now" | "monotonic">;
  readonly challenges: Challenges;
  readonly secrets: { open(sealed: Buffer): string };
  readonly egress: Pick<Egress, "open" | "post" | "check">;
  /** Returns the public URL without a slash at the end (CFG-002). */
  readonly publicUrl: () => string;
}
/**
 * OIDC sign-in: authorization code with PKCE, with the library openid-client over `egress`
 * (API-019, CFG-034).
 */
export interface Oidc {
  providers(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /**
   * Starts a sign-in. Returns the URL to open, and the state for a cookie. `mustPromptLogin`: the
   * provider must ask for the password. Refusals: `not_found`, `not_available`.
   */
  begin(
    provider: string,
    mustPromptLogin: boolean,
  ): Promise<{ readonly url: string; readonly state: string }>;
  /**
   * Returns the operator who came back from the provider with this query. Refusals:
   * `invalid_credentials`, `forbidden`, `not_available`.
   */
  finish(
    query: string,
    state: string | null,
    from: RequestOrigin,
  ): Promise<{ readonly accountId: number; readonly operatorId: number }>;
  /** Returns in one sentence why this issuer cannot be used, or null if it responds correctly. */
  validateIssuer(
    setting: Pick<OidcRecord, "issuer" | "clientId" | "secret">,
  ): Promise<string | null>;
  /** Returns the redirect URI that must be registered with the provider. */
  redirectUri(): string;
}

export function createOidc(deps: OidcDeps): Oidc {
  const redirectUri = (): string => `${deps.publicUrl()}/signin/oidc`;
  const getConfig = createConfigCache(deps);
  const getProvider = async (id: string): Promise<OidcRecord> =>
    (await readOidc(deps.db)).find((candidate) => candidate.id === id) ??
    refuse("not_found", "This sign-in provider no longer exists.");

  return {
    redirectUri,
    providers: async () => (await readOidc(deps.db)).map(({ id, name }) => ({ id, name })),
    async begin(provider, mustPromptLogin) {
      const setting = await getProvider(provider);
      const config = await getConfig(setting);
      const {
        buildAuthorizationUrl,
        calculatePKCECodeChallenge,
        randomNonce,
        randomPKCECodeVerifier,
        randomState,
      } = await loadLibrary();
      const [verifier, nonce, state] = [randomPKCECodeVerifier(), randomNonce(), randomState()];
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(),
        scope: "openid email profile",
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        nonce,
        state,
        ...(mustPromptLogin ? { prompt: "login" } : {}),
      });
      return {
        url: url.href,
        state: deps.challenges
          .create("oidc", { provider, verifier, nonce, state })
          .toString("base64url"),
      };
    },
    async finish(query, state, origin) {
      const request =
        state === null
          ? null
          : await deps.challenges.consume(Buffer.from(state, "base64url"), "oidc");
      if (request === null)
        return refuse(
          "invalid_credentials",
          "This sign-in was not started in this browser, or took too long. Try again.",
          {
            field: "oidc",
          },
        );
      const setting = await getProvider(String(request["provider"]));
      const config = await getConfig(setting);
      const claims = await fetchClaims(
        config,
        `${redirectUri()}?${query.replace(/^\?/, "")}`,
        request,
      ).catch((error: unknown) =>
        refuse(
          "invalid_credentials",
          `${setting.name} did not confirm the sign-in (${describeError(error)}). Try again.`,
          {
            field: "oidc",
          },
        ),
      );
      return resolveOidcOperator(deps, setting, claims, origin);
    },
    async validateIssuer(setting) {
      try {
        await discoverProvider(deps, setting, true);
        return null;
      } catch (error) {
        return `${setting.issuer} does not answer as an OIDC issuer: ${describeError(error)}. Check the address; it is the one before /.well-known/openid-configuration.`;
      }
    },
  };
}

// Loads the library on demand, because most installations have no provider.
const loadLibrary = () => import("openid-client");
type OidcConfig = Awaited<ReturnType<typeof discoverProvider>>;

/** Creates a cache of the discovered settings of providers. Refusal: `not_available`. */
function createConfigCache(deps: OidcDeps): (setting: OidcRecord) => Promise<OidcConfig> {
  const cache = new BoundedMap<string, { readonly until: number; readonly config: OidcConfig }>(
    maxCachedConfigs,
  );
  return async (setting) => {
    const key = JSON.stringify({ ...setting, secret: setting.secret?.toString("base64") });
    const cached = cache.get(key);
    if (cached && cached.until > deps.clock.monotonic()) return cached.config;
    const config = await discoverProvider(deps, setting, false).catch((error: unknown) =>
      refuse(
        "not_available",
        `${setting.name} does not answer as it should (${describeError(error)}). Sign in another way, or try again later.`,
      ),
    );
    cache.set(key, { config, until: deps.clock.monotonic() + discoveryTtlMs });
    return config;
  };
}

/**
 * Discovers a provider. `shouldResolve`: resolves the host name first and reports details, only for
 * the owner who saves the issuer. At sign-in all such errors have the same text (CORE-248).
 */
async function discoverProvider(
  { egress, secrets }: OidcDeps,
  setting: Pick<OidcRecord, "issuer" | "clientId" | "secret">,
  shouldResolve: boolean,
) {
  const checked = await egress.check(setting.issuer, {
    resolveNames: shouldResolve,
    secure: "https",
  });
  if (!checked.ok) throw new Error(checked.message);
  const { allowInsecureRequests, ClientSecretPost, customFetch, discovery, None } =
    await loadLibrary();
  const secret = setting.secret === null ? null : secrets.open(setting.secret);
  return discovery(
    new URL(setting.issuer),
    setting.clientId,
    secret ?? undefined,
    secret === null ? None() : ClientSecretPost(secret),
    // Plain http passes the check only if the installation's owner allowed the target (BOT-013).
    {
      [customFetch]: createOidcFetch(egress),
      execute: setting.issuer.startsWith("http:") ? [allowInsecureRequests] : [],
    },
  );
}

/**
 * Exchanges the code with the redirect URL `callbackUrl`, and returns the provider's claims about
 * the operator.
 */
async function fetchClaims(
  config: OidcConfig,
  callbackUrl: string,
  request: Readonly<Record<string, unknown>>,
) {
  const { authorizationCodeGrant, fetchUserInfo } = await loadLibrary();
  const tokens = await authorizationCodeGrant(config, new URL(callbackUrl), {
    pkceCodeVerifier: String(request["verifier"]),
    expectedNonce: String(request["nonce"]),
    expectedState: String(request["state"]),
    idTokenExpected: true,
  });
  const tokenClaims = tokens.claims();
  if (tokenClaims === undefined) throw new Error("no ID token");
  // Many providers return the email address only from the userinfo endpoint.
  if (tokenClaims["email"] !== undefined && tokenClaims["email_verified"] !== undefined)
    return tokenClaims;
  return { ...tokenClaims, ...(await fetchUserInfo(config, tokens.access_token, tokenClaims.sub)) };
}

/** Returns the message and cause of an error of the library. Neither contains a code or token. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "no reason given";
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`.slice(0, 300).replace(/\.+$/, "");
}
