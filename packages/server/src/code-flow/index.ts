import type { IDToken, TokenEndpointResponse, TokenEndpointResponseHelpers } from "openid-client";
import { loadLibrary, type FlowProvider } from "./provider.ts";

/** Values that only the installation knows, and that the end of a flow is checked with. */
export interface FlowChecks {
  readonly state: string;
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string;
  /** Must be in the ID token. null if the provider sends none. */
  readonly nonce: string | null;
}
export type FlowTokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/**
 * Starts an authorization code flow with PKCE. Returns the URL to open, with `parameters` such as
 * `redirect_uri` and `scope`, and the values that {@link exchangeCode} needs.
 */
export async function beginFlow(
  { config, isIdentityProvider }: FlowProvider,
  parameters: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly checks: FlowChecks }> {
  const library = await loadLibrary();
  const checks = {
    state: library.randomState(),
    verifier: library.randomPKCECodeVerifier(),
    nonce: isIdentityProvider ? library.randomNonce() : null,
  };
  const query: Record<string, string> = {
    ...parameters,
    state: checks.state,
    code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
  };
  if (checks.nonce !== null) query["nonce"] = checks.nonce;
  return { url: library.buildAuthorizationUrl(config, query).href, checks };
}

/** Exchanges the code of `callbackUrl`. Rejects with an error for {@link describeFlowError}. */
export async function exchangeCode(
  { config, isIdentityProvider }: FlowProvider,
  callbackUrl: URL,
  { state, verifier, nonce }: FlowChecks,
): Promise<FlowTokens> {
  const { authorizationCodeGrant } = await loadLibrary();
  const url = new URL(callbackUrl);
  // The issuer of a provider without discovery is unknown, so it cannot be compared (RFC 9207).
  if (!isIdentityProvider) url.searchParams.delete("iss");
  return authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    idTokenExpected: isIdentityProvider,
    ...(nonce === null ? {} : { expectedNonce: nonce }),
  });
}

/** Exchanges a refresh token. Rejects with an error for {@link describeFlowError}. */
export async function refreshTokens(
  { config }: FlowProvider,
  refreshToken: string,
): Promise<FlowTokens> {
  const { refreshTokenGrant } = await loadLibrary();
  return refreshTokenGrant(config, refreshToken);
}

/** Returns the statements of an identity provider about the person who signed in. */
export async function fetchClaims(
  { config }: FlowProvider,
  tokens: FlowTokens,
): Promise<IDToken | Record<string, unknown>> {
  const claims = tokens.claims();
  if (claims === undefined) throw new Error("no ID token");
  // Many providers return the email address only from the userinfo endpoint.
  if (claims["email"] !== undefined && claims["email_verified"] !== undefined) return claims;
  const { fetchUserInfo } = await loadLibrary();
  return { ...claims, ...(await fetchUserInfo(config, tokens.access_token, claims.sub)) };
}
