import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import type { OidcRecord } from "../core/record/sign-in.ts";
import type { Egress } from "../egress/index.ts";
import { readOidc } from "../store/settings/oidc.ts";
import type { Db } from "../store/sql.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { Challenges } from "./challenges.ts";
import { oidcFetch } from "./oidc-fetch.ts";
import { personOf } from "./oidc-person.ts";
import type { Origin } from "./start-session.ts";

/** Lifetime of a provider's cached settings. An unknown signing key is loaded when it is used. */
const discoveredMs = 10 * 60_000;
/** Number of cached providers, including a few earlier settings. */
const capacity = 20;

export interface OidcDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  readonly challenges: Challenges;
  readonly secrets: { open(sealed: Buffer): string };
  readonly egress: Pick<Egress, "open" | "post" | "check">;
  /** Public URL without trailing slash (CFG-002). */
  readonly publicUrl: () => string;
  /** Announces an operator created by the first sign-in to their account. */
  readonly announce: (account: number, operatorId: number) => Promise<void>;
}
/**
 * OIDC sign-in: authorization code with PKCE, by openid-client over `egress` (API-019, CFG-034).
 */
export interface Oidc {
  providers(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /**
   * Starts a sign-in: the URL to open, and the state for a cookie. `mustPromptLogin`: the provider
   * must ask for the password. Refusals: `not_found`, `not_available`.
   */
  begin(provider: string, again: boolean): Promise<{ readonly url: string; readonly state: string }>;
  /**
   * Returns the operator who returned with this query. Refusals: `invalid_credentials`,
   * `forbidden`, `not_available`.
   */
  finish(query: string, state: string | null, from: Origin): Promise<{ readonly accountId: number; readonly operatorId: number }>;
  /** Returns why this issuer cannot be used, in one sentence; null: it responds correctly. */
  fault(setting: Pick<OidcRecord, "issuer" | "clientId" | "secret">): Promise<string | null>;
  /** Returns the redirect URI to register with the provider. */
  redirectUri(): string;
}

export function openOidc(deps: OidcDeps): Oidc {
  const redirectUri = (): string => `${deps.publicUrl()}/signin/oidc`;
  const configOf = openConfigs(deps);
  const providerOf = async (id: string): Promise<OidcRecord> =>
    (await readOidc(deps.db)).find((one) => one.id === id) ?? refuse("not_found", "There is no such way to sign in any more.");

  return {
    redirectUri,
    providers: async () => (await readOidc(deps.db)).map(({ id, name }) => ({ id, name })),
    async begin(provider, again) {
      const setting = await providerOf(provider);
      const config = await configOf(setting);
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } = await library();
      const [verifier, nonce, state] = [randomPKCECodeVerifier(), randomNonce(), randomState()];
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(),
        scope: "openid email profile",
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        nonce,
        state,
        ...(again ? { prompt: "login" } : {}),
      });
      return {
        url: url.href,
        state: deps.challenges.make("oidc", { provider, verifier, nonce, state }).toString("base64url"),
      };
    },
    async finish(query, state, from) {
      const asked = state === null ? null : await deps.challenges.take(Buffer.from(state, "base64url"), "oidc");
      if (asked === null)
        return refuse("invalid_credentials", "This sign-in was not begun in this browser, or took too long. Try again.", { field: "oidc" });
      const setting = await providerOf(String(asked["provider"]));
      const config = await configOf(setting);
      const claims = await claimsOf(config, `${redirectUri()}?${query.replace(/^\?/, "")}`, asked).catch((error: unknown) =>
        refuse("invalid_credentials", `${setting.name} did not confirm the sign-in (${reasonOf(error)}). Try again.`, { field: "oidc" }),
      );
      return personOf(deps, setting, claims, from);
    },
    async fault(setting) {
      try {
        await discover(deps, setting, true);
        return null;
      } catch (error) {
        return `${setting.issuer} does not answer as an OIDC issuer: ${reasonOf(error)}. Check the address; it is the one before /.well-known/openid-configuration.`;
      }
    },
  };
}

// Loaded on demand, because most installations have no provider.
const library = () => import("openid-client");
type Config = Awaited<ReturnType<typeof discover>>;

/** Caches the discovered settings of providers. Refusal: `not_available`. */
function openConfigs(deps: OidcDeps): (setting: OidcRecord) => Promise<Config> {
  const known = new BoundedMap<string, { readonly until: number; readonly config: Config }>(capacity);
  return async (setting) => {
    const key = JSON.stringify({ ...setting, secret: setting.secret?.toString("base64") });
    const hit = known.get(key);
    if (hit && hit.until > deps.clock.monotonic()) return hit.config;
    const config = await discover(deps, setting, false).catch((error: unknown) =>
      refuse(
        "not_available",
        `${setting.name} does not answer as it should (${reasonOf(error)}). Sign in another way, or try again later.`,
      ),
    );
    known.set(key, { config, until: deps.clock.monotonic() + discoveredMs });
    return config;
  };
}

/**
 * Discovers a provider. `shouldResolve`: details of name resolution, only for the owner who saves
 * the issuer. At sign-in all such errors get the same sentence (CORE-123).
 */
async function discover({ egress, secrets }: OidcDeps, setting: Pick<OidcRecord, "issuer" | "clientId" | "secret">, looksUp: boolean) {
  const checked = await egress.check(setting.issuer, { looksUp, secure: "https" });
  if (!checked.ok) throw new Error(checked.message);
  const { allowInsecureRequests, ClientSecretPost, customFetch, discovery, None } = await library();
  const secret = setting.secret === null ? null : secrets.open(setting.secret);
  return discovery(
    new URL(setting.issuer),
    setting.clientId,
    secret ?? undefined,
    secret === null ? None() : ClientSecretPost(secret),
    // Plain http passes the check only if the owner allowed the target (BOT-013).
    { [customFetch]: oidcFetch(egress), execute: setting.issuer.startsWith("http:") ? [allowInsecureRequests] : [] },
  );
}

/**
 * Exchanges the code at the redirect address `callbackUrl` and returns the provider's claims about
 * the operator.
 */
async function claimsOf(config: Config, back: string, asked: Readonly<Record<string, unknown>>) {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const tokens = await authorizationCodeGrant(config, new URL(back), {
    pkceCodeVerifier: String(asked["verifier"]),
    expectedNonce: String(asked["nonce"]),
    expectedState: String(asked["state"]),
    idTokenExpected: true,
  });
  const inToken = tokens.claims();
  if (inToken === undefined) throw new Error("no ID token");
  // Many providers return the email address only from the userinfo endpoint.
  if (inToken["email"] !== undefined && inToken["email_verified"] !== undefined) return inToken;
  return { ...inToken, ...(await fetchUserInfo(config, tokens.access_token, inToken.sub)) };
}

/** Returns the library's message and its cause. Neither contains a code or token. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no reason given";
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`.slice(0, 300).replace(/\.+$/, "");
}
