import type { Configuration } from "openid-client";
import { createFlowFetch, withAccessOnly, type FlowEgress } from "./fetch.ts";

/** The registration of this installation at a provider. Without a secret, the client is public. */
export interface FlowClient {
  readonly clientId: string;
  readonly secret: string | null;
}
/** A provider at which people sign in. */
export interface FlowProvider {
  readonly config: Configuration;
  /** True: the provider also states who signed in (ID token). False: it only gives access. */
  readonly isIdentityProvider: boolean;
}

/** Discovers an OpenID provider by its issuer. Rejects if it does not answer as one. */
export async function discoverProvider(
  egress: FlowEgress,
  issuer: string,
  client: FlowClient,
): Promise<FlowProvider> {
  const { allowInsecureRequests, customFetch, discovery } = await loadLibrary();
  const config = await discovery(
    new URL(issuer),
    client.clientId,
    client.secret ?? undefined,
    await authenticateClient(client),
    {
      [customFetch]: createFlowFetch(egress),
      execute: isPlainHttp(issuer) ? [allowInsecureRequests] : [],
    },
  );
  return { config, isIdentityProvider: true };
}

/** Returns a provider that gives access, with the addresses of its two endpoints. */
export async function createProvider(
  egress: FlowEgress,
  { authorizationUrl, tokenUrl }: { readonly authorizationUrl: string; readonly tokenUrl: string },
  client: FlowClient,
): Promise<FlowProvider> {
  const library = await loadLibrary();
  const config = new library.Configuration(
    {
      issuer: new URL(tokenUrl).origin,
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
    },
    client.clientId,
    client.secret ?? undefined,
    await authenticateClient(client),
  );
  config[library.customFetch] = withAccessOnly(createFlowFetch(egress));
  if ([authorizationUrl, tokenUrl].some(isPlainHttp)) library.allowInsecureRequests(config);
  return { config, isIdentityProvider: false };
}

// Plain http passes the checks of settings only if the owner allowed the target (BOT-013).
const isPlainHttp = (url: string): boolean => url.startsWith("http:");

async function authenticateClient({ secret }: FlowClient) {
  const { ClientSecretPost, None } = await loadLibrary();
  return secret === null ? None() : ClientSecretPost(secret);
}

/** Loads the library on demand, because most installations have no provider. */
export const loadLibrary = () => import("openid-client");
