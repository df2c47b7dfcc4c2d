import { omitAbsent } from "@parlour/protocol/omit-absent";
import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import { oidcList, type OidcRecord } from "../../store/settings/installation/oidc.ts";
import { describeFlowError } from "../../code-flow/describe-error.ts";
import { beginFlow, exchangeCode, fetchClaims } from "../../code-flow/index.ts";
import { discoverProvider, type FlowProvider } from "../../code-flow/provider.ts";
import type { RequestSender } from "../../egress/index.ts";
import { BoundedMap } from "../session/bounded-map.ts";
import type { Challenges } from "./challenges.ts";
import { resolveProviderOperator, type ProviderOperatorDeps } from "./provider-operator.ts";
import type { RequestOrigin } from "../session/create-session.ts";

/** Lifetime of a provider's cached settings in ms. Unknown signing keys are loaded at once. */
const discoveryTtlMs = 10 * 60_000;
/** Maximum number of cached providers. Some of them may be of earlier settings. */
const maxCachedProviders = 20;

export interface OidcDeps extends ProviderOperatorDeps {
  readonly clock: Clock;
  readonly challenges: Challenges;
  readonly secrets: { open(sealed: Buffer): string };
  readonly egress: RequestSender;
  /** Returns the public URL without a slash at the end (CFG-002). */
  readonly publicUrl: () => string;
}
/** The flow of `code-flow` at a discovered provider (API-019, CFG-034). */
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
  /** Refusals: `invalid_credentials`, `forbidden`, `not_available`. */
  finish(
    query: string,
    state: string | null,
    from: RequestOrigin,
  ): Promise<{ readonly accountId: number; readonly operatorId: number }>;
  /** Returns in one sentence why this issuer cannot be used, or null if it responds correctly. */
  validateIssuer(setting: OidcRecord): Promise<string | null>;
  /** Returns the redirect URI that must be registered with the provider. */
  redirectUri(): string;
}

export function createOidc(deps: OidcDeps): Oidc {
  const redirectUri = (): string => `${deps.publicUrl()}/signin/oidc`;
  const openProvider = createProviderCache(deps);
  const getProvider = async (id: string): Promise<OidcRecord> =>
    (await oidcList.read(deps.db)).find((candidate) => candidate.id === id) ??
    refuse("not_found", "This sign-in provider no longer exists.");

  return {
    redirectUri,
    providers: async () => (await oidcList.read(deps.db)).map(({ id, name }) => ({ id, name })),
    async begin(provider, mustPromptLogin) {
      const setting = await getProvider(provider);
      const { url, checks } = await beginFlow(await openProvider(setting), {
        redirect_uri: redirectUri(),
        scope: "openid email profile",
        ...omitAbsent({ prompt: mustPromptLogin ? "login" : undefined }),
      });
      return {
        url,
        state: deps.challenges.create("oidc", { provider, ...checks }).toString("base64url"),
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
      const opened = await openProvider(setting);
      const callbackUrl = new URL(`${redirectUri()}?${query.replace(/^\?/, "")}`);
      const claims = await exchangeCode(opened, callbackUrl, {
        verifier: String(request["verifier"]),
        nonce: String(request["nonce"]),
        state: String(request["state"]),
      })
        .then((tokens) => fetchClaims(opened, tokens))
        .catch(async (error: unknown) =>
          refuse(
            "invalid_credentials",
            `${setting.name} did not confirm the sign-in (${await describeFlowError(error)}). Try again.`,
            { field: "oidc" },
          ),
        );
      const email = requireVerifiedEmail(setting, claims);
      return resolveProviderOperator(deps, setting, { email, name: claims["name"] }, origin);
    },
    async validateIssuer(setting) {
      try {
        await discover(deps, setting, true);
        return null;
      } catch (error) {
        return `${setting.issuer} does not answer as an OIDC issuer: ${await describeFlowError(error)}. Check the address; it is the one before /.well-known/openid-configuration.`;
      }
    },
  };
}

function requireVerifiedEmail(
  { name }: OidcRecord,
  { email, email_verified }: Readonly<Record<string, unknown>>,
): string {
  if (typeof email !== "string" || email_verified !== true)
    return refuse(
      "forbidden",
      `${name} does not say that your email address is verified. Have it verified there, or sign in with your password.`,
    );
  return email;
}

/** Creates a cache of the discovered providers. Refusal: `not_available`. */
function createProviderCache(deps: OidcDeps): (setting: OidcRecord) => Promise<FlowProvider> {
  const cache = new BoundedMap<string, { readonly until: number; readonly opened: FlowProvider }>(
    maxCachedProviders,
  );
  return async (setting) => {
    const key = JSON.stringify({
      ...setting,
      client_secret: setting.client_secret?.toString("base64"),
    });
    const cached = cache.get(key);
    if (cached && cached.until > deps.clock.monotonic()) return cached.opened;
    const opened = await discover(deps, setting, false).catch(async (error: unknown) =>
      refuse(
        "not_available",
        `${setting.name} does not answer as it should (${await describeFlowError(error)}). Sign in another way, or try again later.`,
      ),
    );
    cache.set(key, { opened, until: deps.clock.monotonic() + discoveryTtlMs });
    return opened;
  };
}

/**
 * Discovers a provider. `shouldResolve`: resolves the host name first and reports details, only for
 * the owner who saves the issuer. At sign-in all such errors have the same text (CORE-248).
 */
async function discover(
  { egress, secrets }: OidcDeps,
  setting: OidcRecord,
  shouldResolve: boolean,
): Promise<FlowProvider> {
  const { issuer, client_secret } = setting;
  const checked = await egress.check(issuer, { resolveNames: shouldResolve, secure: "https" });
  if (!checked.ok) throw new Error(checked.message);
  return discoverProvider(egress, issuer, {
    clientId: setting.client_id,
    secret: client_secret === null ? null : secrets.open(client_secret),
  });
}
