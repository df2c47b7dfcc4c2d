import type { EgressReply } from "../../../egress/index.ts";
import { isJsonObject } from "../../../http/body/json.ts";
import type { TokenEndpointSettings } from "../request-data.ts";
import { defaultTokenTtlMs } from "../retry-policy.ts";

/** Builds the token request of RFC 6749, section 4.4 (BOT-031). */
export function buildTokenRequest(
  authorization: TokenEndpointSettings,
  clientSecret: string,
  version: string,
): { readonly url: string; readonly headers: Record<string, string>; readonly body: string } {
  const { url, clientId, scope, clientAuth } = authorization;
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scope !== null && scope !== "") form.set("scope", scope);
  if (clientAuth === "body") {
    form.set("client_id", clientId);
    form.set("client_secret", clientSecret);
  }
  const basic = Buffer.from(`${clientId}:${clientSecret}`, "utf8").toString("base64");
  return {
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      "user-agent": `Parlour/${version}`,
      ...(clientAuth === "basic" ? { authorization: `Basic ${basic}` } : {}),
    },
    body: form.toString(),
  };
}

/** Returns the token and its lifetime, or the reason why there is none (BOT-032). */
export function parseTokenResponse(
  reply: EgressReply,
): { readonly token: string; readonly lifeMs: number } | { readonly failed: string } {
  if (reply.kind === "failed")
    return { failed: `The token address did not answer: ${reply.message}` };
  if (reply.status < 200 || reply.status > 299)
    return { failed: `The token address answered ${reply.status}.` };
  const body = parseJson(reply.body);
  if (!isJsonObject(body)) return { failed: "The token address answered no JSON object." };
  const token = body["access_token"];
  const expires = body["expires_in"];
  // Only printable ASCII is allowed, because the token is sent in a header.
  if (typeof token !== "string" || !/^[\x21-\x7e]{1,4096}$/.test(token))
    return { failed: "The answer of the token address holds no access_token." };
  const seconds = typeof expires === "string" ? Number(expires) : expires;
  const hasLifetime = typeof seconds === "number" && Number.isFinite(seconds) && seconds > 0;
  return {
    token,
    lifeMs: hasLifetime ? Math.min(seconds * 1_000, maxTokenTtlMs) : defaultTokenTtlMs,
  };
}
/** Maximum lifetime of a token, in ms. A token without an expiry time is renewed once a year. */
const maxTokenTtlMs = 365 * 86_400_000;

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
