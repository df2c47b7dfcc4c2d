import { parseJson } from "../../../http/body/json.ts";
import { isSignedBy, toSignedKey } from "../../../http/secret.ts";

/** Identity of a visitor, from a token that the site signed (WG-047). */
export interface SignedIdentity {
  /** Key of the visitor in the channel. */
  readonly customer: string;
  readonly contacts: {
    readonly name?: string | undefined;
    readonly email?: string | undefined;
    readonly phone?: string | undefined;
  };
}
const maxTokenTtlMs = 24 * 3_600_000;
/** Tolerance in ms for clocks of sites that are ahead. */
const leewayMs = 60_000;

export interface TokenKey {
  readonly secret: string;
  readonly widgetId: string;
}

/**
 * Parses and verifies a JWT: HS256 with the widget's secret, `sub`, and `exp` in the future and at
 * most 24 h ahead. If `aud` is set, it must contain the widget. Returns null for anything else.
 * `now` is in ms since 1970.
 */
export function parseSignedIdentity(
  token: string,
  key: TokenKey,
  now: number,
): SignedIdentity | null {
  const claims = verifyToken(token, key);
  return claims === null || !isCurrent(claims, now) ? null : toIdentity(claims);
}

/**
 * Returns the claim `fields` of a JWT (WG-303). The token is signed as that of an identity, but
 * `exp` is optional and may be at any time. Returns null for anything else.
 */
export function parseSignedFields(token: string, key: TokenKey, now: number): unknown {
  const claims = verifyToken(token, key);
  if (claims === null) return null;
  const { exp, fields = null } = claims;
  return exp === undefined || (typeof exp === "number" && exp * 1_000 > now) ? fields : null;
}

/** Returns the claims of a JWT that is signed with the widget's secret for this widget, or null. */
function verifyToken(token: string, { secret, widgetId }: TokenKey): Claims | null {
  const parts = token.split(".");
  if (parts.length !== 3 || !parts.every((part) => /^[A-Za-z0-9_-]+$/.test(part))) return null;
  const [head = "", body = "", signature = ""] = parts;
  if (!isSignedBy(`${head}.${body}`, Buffer.from(signature, "base64url"), secret)) return null;
  const header = parseJsonPart(head);
  const claims = parseJsonPart(body);
  if (header === null || header["alg"] !== "HS256" || header["crit"] !== undefined) return null;
  return claims === null || !isForWidget(claims, widgetId) ? null : claims;
}

type Claims = Readonly<Record<string, unknown>>;

const isForWidget = ({ aud }: Claims, widgetId: string): boolean =>
  aud === undefined || (Array.isArray(aud) ? aud : [aud]).includes(widgetId);

function isCurrent({ exp }: Claims, now: number): boolean {
  if (typeof exp !== "number") return false;
  const remainingMs = exp * 1_000 - now;
  return remainingMs > 0 && remainingMs <= maxTokenTtlMs + leewayMs;
}

function toIdentity({ sub, name, email, phone }: Claims): SignedIdentity | null {
  if (typeof sub !== "string" || sub === "" || sub.length > 1_024) return null;
  return {
    customer: toSignedKey(sub),
    contacts: {
      name: typeof name === "string" ? name : undefined,
      email: typeof email === "string" ? email : undefined,
      phone: typeof phone === "string" ? phone : undefined,
    },
  };
}

function parseJsonPart(part: string): Claims | null {
  try {
    const value = parseJson(Buffer.from(part, "base64url"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
