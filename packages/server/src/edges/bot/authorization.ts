import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { invalid, unauthorized, type BotRefusal } from "./answer.ts";
import type { BotAddress, Place } from "./address.ts";
import { tokenGraceMs } from "./policy.ts";

/**
 * Returns the SHA-256 of the current access token, and of the previous one with its end (ms since
 * 1970).
 */
export type AcceptedTokens = (
  account: number,
  botId: number,
) => Promise<readonly { readonly hash: Uint8Array; readonly until: number | null }[]>;

/**
 * Credentials of a request. Read from the raw headers, because Node keeps only the first of several
 * `Authorization` headers.
 */
interface Given {
  readonly authorizations: readonly string[];
  readonly hasQueryToken: boolean;
}
export function credentialsOf(request: FastifyRequest): Given {
  const { rawHeaders, url = "" } = request.raw;
  const authorizations = rawHeaders.flatMap((name, n) =>
    n % 2 === 0 && name.toLowerCase() === "authorization" ? [rawHeaders[n + 1] ?? ""] : [],
  );
  const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
  return { authorizations, hasQueryToken: new URLSearchParams(query).has("access_token") };
}

/**
 * Returns the refusal if the request has more than one set of credentials (BOT-082). `inBody`: the
 * event contains `access_token`.
 */
export function severalCredentials({ authorizations, hasQueryToken }: Given, inBody: boolean): BotRefusal | null {
  const isSeveral = authorizations.length > 1 || (authorizations.length === 1 && (hasQueryToken || inBody));
  return isSeveral ? invalid("The request holds several sets of credentials.", "Authorization", "BOT-082") : null;
}

/** Checks the path and the access token (BOT-035, BOT-036). Null if both are valid. */
export async function checkAuthorization(
  place: Place,
  address: BotAddress,
  given: Given,
  accepted: AcceptedTokens,
  now: number,
): Promise<BotRefusal | null> {
  if (!address.isAuthorized)
    return place.door === "webhooks" ? null : unauthorized("This connection works without authorization: post to /webhooks/….", "BOT-036");
  if (place.door === "webhooks") return unauthorized("This connection works with authorization: post to /providers/….", "BOT-036");
  const [header] = given.authorizations;
  if (header === undefined) return unauthorized("The Authorization header is missing.", "BOT-035");
  const token = /^\s*(?:bearer\s+)?(\S+)\s*$/i.exec(header)?.[1];
  if (token === undefined) return unauthorized("The Authorization header holds no Bearer token.", "BOT-035");
  const digest = hash("sha256", token, "buffer");
  let isRight = false;
  for (const { hash: wanted, until } of await accepted(address.account, address.botId)) {
    const isSame = timingSafeEqual(digest, wanted);
    if (isSame && (until === null || now < until + tokenGraceMs)) isRight = true;
  }
  return isRight ? null : unauthorized("The access token is wrong or expired.", "BOT-035");
}
