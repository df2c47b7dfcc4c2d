import { describeFlowError, isGrantRefused } from "../../code-flow/describe-error.ts";
import type { FlowEgress } from "../../code-flow/fetch.ts";
import type { FlowTokens } from "../../code-flow/index.ts";
import { createProvider, type FlowProvider } from "../../code-flow/provider.ts";
import type { OAuthClientRecord } from "../../store/settings/installation/oauth-clients.ts";
import { toOneLine } from "../one-line.ts";
import { getEndpoints } from "./endpoints.ts";

/** Tokens of a provider. `refreshToken` is null if the provider gave no new one. */
export interface ReceivedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly lifetimeMs: number;
}
/** `isFinal`: the provider refused the code or the refresh token itself, so a repeat is useless. */
export interface RefusedTokens {
  readonly refusal: string;
  readonly isFinal: boolean;
}
export interface ProviderDeps {
  readonly egress: FlowEgress;
  readonly secrets: { readonly open: (sealed: Buffer) => string };
}

/** Lifetime in ms of an access token without `expires_in`. */
const usualLifetimeMs = 3_600_000;

export const openProvider = (
  { egress, secrets }: ProviderDeps,
  client: OAuthClientRecord,
): Promise<FlowProvider> =>
  createProvider(egress, getEndpoints(client), {
    clientId: client.client_id,
    secret: client.client_secret === null ? null : secrets.open(client.client_secret),
  });

/** Runs a request for tokens. Never rejects. The result contains no secret except the tokens. */
export async function requestTokens(
  request: () => Promise<FlowTokens>,
): Promise<ReceivedTokens | RefusedTokens> {
  try {
    const tokens = await request();
    const seconds = tokens.expires_in ?? 0;
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
      lifetimeMs: seconds > 0 ? seconds * 1_000 : usualLifetimeMs,
    };
  } catch (error) {
    const refusal = toOneLine(await describeFlowError(error));
    return { refusal, isFinal: isGrantRefused(error) };
  }
}
