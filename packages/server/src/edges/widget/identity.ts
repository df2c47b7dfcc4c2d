import { createHash, randomBytes } from "node:crypto";
import { clientKey } from "../../limits/client-key.ts";
import type { Widget, WidgetEdgeDeps } from "./deps.ts";
import { readSigned, type Signed } from "./signed.ts";

export type IdentityDeps = Pick<WidgetEdgeDeps, "store" | "clock" | "readJson" | "openSecret" | "limits">;
/** Too many come from this address (CFG-030), or too many windows of one visitor are open (WG-084): the window may try again later. */
export class Later extends Error {}

/** Who speaks: by his own token, or by one that the site signed. */
export interface Identity {
  readonly customer: string;
  readonly tokenHash: Buffer;
  /** Made now; null: the given one holds. */
  readonly token: string | null;
  readonly signed: Signed | null;
}

/**
 * The visitor of a hello (WG-084). A signed visitor keeps the browser's own token beside him, which leads to the unsigned one, who comes back when the
 * site stops signing; neither is ever the other (WG-047). Who has a token that opens something, or is signed, is never refused; all others count
 * against their address, else anybody makes visitors in numbers. Throws Later.
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

/** What the site signed; null: not as it should be, or signing is off and every token opaque. */
export function signedOf(
  deps: Pick<IdentityDeps, "clock" | "readJson" | "openSecret">,
  { identitySecret }: Widget,
  widgetId: string,
  userToken: string,
): Signed | null {
  if (identitySecret === null) return null;
  return readSigned(userToken, { secret: deps.openSecret(identitySecret), widgetId }, deps.clock.now(), deps.readJson);
}

/** WG-046. */
export function isUserToken(token: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  return /^[^\x00-\x1f\x7f-\x9f]{1,1024}$/.test(token) && token.isWellFormed();
}

export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
