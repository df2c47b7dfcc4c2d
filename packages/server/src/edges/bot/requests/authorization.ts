import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { createInvalidRefusal, createUnauthorizedRefusal, type BotRefusal } from "../responses.ts";
import type { BotAddress, InboundRoute } from "./address-cache.ts";
import { tokenOverlapMs } from "../retry-policy.ts";

/**
 * Returns the SHA-256 of the current access token, and that of the previous one with its expiry
 * time (ms since 1970).
 */
export type AcceptedTokens = (
  account: number,
  botId: number,
) => Promise<readonly { readonly hash: Uint8Array; readonly until: number | null }[]>;

/**
 * Credentials of a request. They are read from the raw headers, because Node keeps only the first
 * of several `Authorization` headers.
 */
interface RequestCredentials {
  readonly authorizations: readonly string[];
  readonly hasQueryToken: boolean;
}
export function readBotCredentials(request: FastifyRequest): RequestCredentials {
  const { rawHeaders, url = "" } = request.raw;
  const authorizations = rawHeaders.flatMap((name, n) =>
    n % 2 === 0 && name.toLowerCase() === "authorization" ? [rawHeaders[n + 1] ?? ""] : [],
  );
  const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
  return { authorizations, hasQueryToken: new URLSearchParams(query).has("access_token") };
}

/**
 * Returns the refusal if the request has more than one set of credentials (BOT-082). `inBody` is
 * true if the event contains `access_token`.
 */
export function checkCredentialConflict(
  { authorizations, hasQueryToken }: RequestCredentials,
  inBody: boolean,
): BotRefusal | null {
  const hasConflict =
    authorizations.length > 1 || (authorizations.length === 1 && (hasQueryToken || inBody));
  return hasConflict
    ? createInvalidRefusal(
        "The request holds several sets of credentials.",
        "Authorization",
        "BOT-082",
      )
    : null;
}

/**
 * Returns the access token that the request presents, or the refusal (BOT-035, BOT-036). Null if
 * the connection works without authorization.
 */
export function parseAccessToken(
  route: InboundRoute,
  address: BotAddress,
  credentials: RequestCredentials,
): string | BotRefusal | null {
  if (!address.isAuthorized)
    return route.door === "webhooks"
      ? null
      : createUnauthorizedRefusal(
          "This connection works without authorization: post to /webhooks/….",
          "BOT-036",
        );
  if (route.door === "webhooks")
    return createUnauthorizedRefusal(
      "This connection works with authorization: post to /providers/….",
      "BOT-036",
    );
  const [header] = credentials.authorizations;
  if (header === undefined)
    return createUnauthorizedRefusal("The Authorization header is missing.", "BOT-035");
  const token = /^\s*(?:bearer\s+)?(\S+)\s*$/i.exec(header)?.[1];
  return (
    token ?? createUnauthorizedRefusal("The Authorization header holds no Bearer token.", "BOT-035")
  );
}

/** Checks an access token against the accepted ones (BOT-035). Null if it is valid. */
export async function checkAccessToken(
  token: string,
  address: BotAddress,
  accepted: AcceptedTokens,
  now: number,
): Promise<BotRefusal | null> {
  const digest = hash("sha256", token, "buffer");
  let isValid = false;
  for (const { hash, until } of await accepted(address.account, address.botId)) {
    const isSame = timingSafeEqual(digest, hash);
    if (isSame && (until === null || now < until + tokenOverlapMs)) isValid = true;
  }
  return isValid
    ? null
    : createUnauthorizedRefusal("The access token is wrong or expired.", "BOT-035");
}
