import type { EndpointClient } from "../http-client.ts";
import { toObject, quoteBody, parseReply } from "../json-reply.ts";
import { createFailedVerdict, createPassedVerdict, type Verdict } from "../report.ts";

/** The provider's authorization server (BOT-031). */
export interface TokenSource {
  readonly url: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | null;
  readonly clientAuth: "basic" | "body";
}

/** Uses client credentials (RFC 6749, section 4.4). The verdict refers to BOT-031. */
export async function fetchToken(
  source: TokenSource,
  dialler: EndpointClient,
): Promise<{ token: string | null; verdict: Verdict }> {
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (source.scope !== null) form.set("scope", source.scope);
  const headers: Record<string, string> = {
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
  };
  if (source.clientAuth === "basic") {
    headers["authorization"] =
      `Basic ${Buffer.from(`${source.clientId}:${source.clientSecret}`).toString("base64")}`;
  } else {
    form.set("client_id", source.clientId);
    form.set("client_secret", source.clientSecret);
  }
  const answer = await dialler.post({ url: source.url, headers, body: form.toString() });
  const noToken = (seen: string, advice: string) => ({
    token: null,
    verdict: createFailedVerdict(seen, advice),
  });
  if (answer.kind !== "answered")
    return noToken(
      answer.kind === "timeout" ? "no answer within 3 s" : answer.why,
      "The token URL must answer within 3 s.",
    );
  const parsedReply = parseReply(answer.body);
  const top = parsedReply.kind === "json" ? toObject(parsedReply.value) : null;
  const token = top?.["access_token"];
  // The report never quotes a successful response, because it contains the token.
  if (answer.status < 200 || answer.status > 299)
    return noToken(
      `HTTP ${answer.status}, ${quoteBody(answer.body)}`,
      "Answer 200; check --client-id, --client-secret and --client-auth.",
    );
  if (typeof token !== "string" || !/^[\x21-\x7e]{1,4096}$/.test(token))
    return noToken(
      "an answer without access_token",
      'Answer {"access_token":"…","token_type":"Bearer","expires_in":900}.',
    );
  const type = top?.["token_type"];
  if (typeof type === "string" && type.toLowerCase() !== "bearer")
    return noToken(`token_type ${type}`, "Only Bearer is used.");
  const ttlSeconds = top?.["expires_in"];
  return {
    token,
    verdict: createPassedVerdict(
      typeof ttlSeconds === "number" && ttlSeconds > 0
        ? `good for ${ttlSeconds} s`
        : "expires_in is missing: taken for 3600 s (BOT-032)",
    ),
  };
}
