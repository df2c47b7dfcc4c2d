import { createHash, randomBytes } from "node:crypto";
import { clientKey } from "../../limits/client-key.ts";
import type { Widget, WidgetEdgeDeps } from "./deps.ts";
import { readSigned, type Signed } from "./signed.ts";

export type IdentityDeps = Pick<WidgetEdgeDeps, "store" | "clock" | "readJson" | "openSecret" | "limits">;
/**
 * Too many visitors from this address (CFG-030), or too many connections of one visitor (WG-084).
 * The widget may try again later.
 */
export class Later extends Error {}

/** A visitor identified by their own token, or by a token that the site signed. */
export interface Identity {
  readonly customer: string;
  readonly tokenHash: Buffer;
  /** A new token. Null if the given token is valid. */
  readonly token: string | null;
  readonly signed: Signed | null;
}

/**
 * Identifies the visitor of a hello frame (WG-084). A signed visitor also keeps the browser's own
 * token. The token leads to the unsigned visitor, who returns when the site stops signing. The two
 * are never merged (WG-047). A visitor with a valid or signed token is never refused. All others
 * count against their address, to limit the creation of visitors. Throws TryLaterError.
 */
export async function identify(
  deps: IdentityDeps,
  widget: Widget,
  {
    widgetId,
    token: given,
    userToken,
    address,
  }: { readonly widgetId: string; readonly token: string | null; readonly userToken: string | null; readonly address: string },
): Promise<Identity> {
  const { account, channelId } = widget;
  const now = deps.clock.now();
  const hash = given === null ? null : hashOf(given);
  const known = hash === null ? null : await deps.store.useToken(channelId, hash, now);
  const signed = userToken === null ? null : signedOf(deps, widget, widgetId, userToken);
  if (hash !== null && known !== null) return { customer: signed?.customer ?? known, tokenHash: hash, token: null, signed };
  if (signed === null && !deps.limits.take("new_visitors", clientKey(address)).ok)
    throw new Later("too many new visitors from this address");
  const token = randomBytes(32).toString("base64url");
  const customer = `w_${randomBytes(15).toString("base64url")}`;
  await deps.store.addToken({ hash: hashOf(token), account, channelId, customer, now });
  return { customer: signed?.customer ?? customer, tokenHash: hashOf(token), token, signed };
}

/**
 * Verifies a signed user token. Null if it is not valid, or if signing is off and every token is
 * opaque.
 */
export function signedOf(
  deps: Pick<IdentityDeps, "clock" | "readJson" | "openSecret">,
  { identitySecret }: Widget,
  widgetId: string,
  userToken: string,
): Signed | null {
  if (identitySecret === null) return null;
  return readSigned(userToken, { secret: deps.openSecret(identitySecret), widgetId }, deps.clock.now(), deps.readJson);
}

/**
 * Returns whether the value is allowed in setUserToken: 1 to 1024 characters, no control characters
 * (WG-046).
 */
export function isUserToken(token: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  return /^[^\x00-\x1f\x7f-\x9f]{1,1024}$/.test(token) && token.isWellFormed();
}

export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
