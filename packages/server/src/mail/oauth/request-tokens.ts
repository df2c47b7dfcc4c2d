import type { Egress } from "../../egress/index.ts";
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
export interface RequestTokensDeps {
  readonly egress: Pick<Egress, "post">;
  readonly secrets: { readonly open: (sealed: Buffer) => string };
}

/** Time in ms for a request to a token endpoint. */
export const tokenTimeoutMs = 10_000;
const maxReplyBytes = 64 * 1024;
/** Lifetime in ms of an access token without `expires_in`. */
const usualLifetimeMs = 3_600_000;

/**
 * Requests tokens with the parameters of a grant (RFC 6749). Never rejects. The result contains no
 * secret except the tokens.
 */
export async function requestTokens(
  { egress, secrets }: RequestTokensDeps,
  client: OAuthClientRecord,
  parameters: Readonly<Record<string, string>>,
): Promise<ReceivedTokens | RefusedTokens> {
  const body = new URLSearchParams({
    ...parameters,
    client_id: client.clientId,
    ...(client.secret === null ? {} : { client_secret: secrets.open(client.secret) }),
  });
  const reply = await egress.post({
    url: getEndpoints(client).tokenUrl,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    },
    body: body.toString(),
    chunked: false,
    timeoutMs: tokenTimeoutMs,
    maxReplyBytes,
  });
  if (reply.kind === "failed") return { refusal: reply.message, isFinal: false };
  const answer = parseObject(reply.body);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;
  if (reply.status !== 200 || typeof accessToken !== "string")
    return {
      refusal: describeOAuthError(answer) || `status ${reply.status}`,
      isFinal: answer["error"] === "invalid_grant",
    };
  return {
    accessToken,
    refreshToken: typeof refreshToken === "string" ? refreshToken : null,
    lifetimeMs: Number(seconds) > 0 ? Number(seconds) * 1_000 : usualLifetimeMs,
  };
}

function parseObject(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Some servers answer errors with a page. The status describes them.
    return {};
  }
}

/** Returns an error in the words of the provider, or "". */
export function describeOAuthError({
  error,
  error_description: description,
}: Readonly<Record<string, unknown>>): string {
  const texts = [description, error].filter((text) => typeof text === "string" && text !== "");
  return toOneLine(texts.map(String)[0] ?? "").slice(0, 300);
}
