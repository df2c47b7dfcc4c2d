import type { ClientAddress } from "../../../core/client/address.ts";
import { createHash, randomBytes } from "node:crypto";
import { toClientKey } from "../../../limits/client-key.ts";
import type { Clock } from "../../../core/command.ts";
import type { Limits } from "../../../limits/index.ts";
import type { WidgetSecrets, WidgetStore } from "../deps.ts";
import type { Widget } from "../types.ts";
import { parseSignedIdentity, type SignedIdentity } from "./signed-identity.ts";

export interface IdentityDeps {
  readonly store: WidgetStore;
  readonly clock: Clock;
  readonly secrets: WidgetSecrets;
  readonly limits: Limits;
}
/**
 * Error for too many visitors from one IP address (CFG-030) or too many connections of one visitor
 * (WG-212). The widget may try again later.
 */
export class TryLaterError extends Error {}

/** A visitor who is identified by their own token, or by a token that the site signed. */
export interface VisitorIdentity {
  readonly customer: string;
  readonly tokenHash: Buffer;
  /** A new token, or null if the given token is valid. */
  readonly token: string | null;
  readonly signed: SignedIdentity | null;
}

/**
 * Identifies the visitor of a hello frame (WG-084). Throws TryLaterError.
 *
 * A signed visitor also keeps the token of the browser. That token belongs to the unsigned visitor,
 * who returns when the site stops signing. The two visitors are never merged (WG-047).
 *
 * A visitor with a valid or signed token is never refused. All others count against their IP
 * address, to limit the creation of visitors.
 */
export async function identifyVisitor(
  deps: IdentityDeps,
  widget: Widget,
  client: {
    readonly widgetId: string;
    readonly token: string | null;
    readonly userToken: string | null;
    readonly address: ClientAddress;
  },
): Promise<VisitorIdentity> {
  const { account, channelId } = widget;
  const now = deps.clock.now();
  const hash = client.token === null ? null : sha256(client.token);
  const tokenOwner = hash === null ? null : await deps.store.useToken(channelId, hash, now);
  const signed =
    client.userToken === null
      ? null
      : verifySignedIdentity(deps, widget, client.widgetId, client.userToken);
  if (hash !== null && tokenOwner !== null)
    return { customer: signed?.customer ?? tokenOwner, tokenHash: hash, token: null, signed };
  if (signed === null && !(await deps.limits.take("new_visitors", toClientKey(client.address))).ok)
    throw new TryLaterError("too many new visitors from this address");
  const token = randomBytes(32).toString("base64url");
  const customer = `w_${randomBytes(15).toString("base64url")}`;
  await deps.store.addToken({ hash: sha256(token), account, channelId, customer, now });
  return { customer: signed?.customer ?? customer, tokenHash: sha256(token), token, signed };
}

/**
 * Verifies a signed user token. Returns null if the token is not valid, or if signing is off and
 * tokens are opaque.
 */
export function verifySignedIdentity(
  deps: IdentityDeps,
  { identitySecret }: Widget,
  widgetId: string,
  userToken: string,
): SignedIdentity | null {
  if (identitySecret === null) return null;
  return parseSignedIdentity(
    userToken,
    { secret: deps.secrets.unseal(identitySecret), widgetId },
    deps.clock.now(),
  );
}

/**
 * Returns whether the value is allowed in setUserToken: 1 to 1024 characters without control
 * characters (WG-046).
 */
export function isUserToken(token: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  return /^[^\x00-\x1f\x7f-\x9f]{1,1024}$/.test(token) && token.isWellFormed();
}

export function sha256(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
