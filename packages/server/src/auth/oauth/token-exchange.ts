import { createHash, timingSafeEqual } from "node:crypto";
import {
  deleteGrant,
  insertToken,
  revokeToken,
  takeToken,
  type ExchangedToken,
} from "../../store/sign-in/applications.ts";
import type { Sql } from "../../store/database/sql.ts";
import { generateToken, hashToken } from "../session/credentials.ts";
import type { RequestOrigin } from "../session/create-session.ts";
import { insertApplicationAudit } from "./application-audit.ts";
import type { ApplicationsDeps } from "./deps.ts";
import { OAuthError } from "./oauth-error.ts";

/** Validity of an access token in milliseconds (MCP-064). */
const accessTtlMs = 15 * 60_000;
/** Validity of a refresh token that is not used, in milliseconds (MCP-064). */
const refreshTtlMs = 30 * 86_400_000;
/** Time in milliseconds after which an operator must grant the access again (API-423). */
const grantTtlMs = 365 * 86_400_000;

/** Tokens as the token endpoint returns them (RFC 6749). */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInS: number;
  readonly scopes: readonly string[];
}

/** Exchanges codes and refresh tokens for tokens. All errors are OAuthError. */
export interface TokenExchange {
  /** Exchanges an authorization code (MCP-063). A second exchange ends the access. */
  exchangeCode(
    request: {
      readonly clientId: string;
      readonly code: string;
      readonly redirectUri: string;
      readonly verifier: string;
    },
    origin: RequestOrigin,
  ): Promise<IssuedTokens>;
  /** Replaces a refresh token (MCP-065). A second use of the same one ends the access. */
  refresh(
    request: { readonly clientId: string; readonly refreshToken: string },
    origin: RequestOrigin,
  ): Promise<IssuedTokens>;
  /** Revokes a token (RFC 7009). Does nothing for an unknown one. */
  revoke(
    request: { readonly clientId: string; readonly token: string },
    origin: RequestOrigin,
  ): Promise<void>;
}

export function createTokenExchange(deps: ApplicationsDeps): TokenExchange {
  return {
    exchangeCode: ({ clientId, code, redirectUri, verifier }, origin) =>
      exchange(deps, { kind: "code", token: code, clientId, origin }, (stored) => {
        if (stored.redirectUri !== redirectUri)
          throw new OAuthError("invalid_grant", "redirect_uri is not that of the code.");
        if (!isVerifierValid(verifier, stored.challenge ?? ""))
          throw new OAuthError("invalid_grant", "code_verifier does not match the code.");
      }),
    refresh: ({ clientId, refreshToken }, origin) =>
      exchange(deps, { kind: "refresh", token: refreshToken, clientId, origin }, () => undefined),
    async revoke({ clientId, token }, origin) {
      const { db, clock } = deps;
      const revoked = await db.transaction(async (tx) => {
        const found = await revokeToken(tx, hashToken(token), clientId);
        if (found?.kind === "refresh")
          await insertApplicationAudit(tx, found, {
            action: "application.disconnect",
            target: `${found.application}: revoked by the application`,
            origin,
            now: clock.now(),
          });
        return found;
      });
      if (revoked !== null) deps.onEnded({ account: revoked.accountId, grantId: revoked.grantId });
    },
  };
}

interface Exchange {
  readonly kind: "code" | "refresh";
  readonly token: string;
  readonly clientId: string;
  readonly origin: RequestOrigin;
}

/** Takes a code or refresh token and issues new tokens in the same transaction. */
async function exchange(
  deps: ApplicationsDeps,
  { kind, token, clientId, origin }: Exchange,
  check: (stored: ExchangedToken) => void,
): Promise<IssuedTokens> {
  const { db, clock } = deps;
  const now = clock.now();
  const result = await db.transaction(async (tx) => {
    const stored = await takeToken(tx, hashToken(token), kind, now);
    if (stored === null || stored.applicationId !== clientId || stored.expiresAt <= now)
      throw new OAuthError("invalid_grant", `The ${nameByKind[kind]} is unknown or has expired.`);
    if (stored.usedAt !== null) {
      await deleteGrant(tx, stored.accountId, stored.grantId, null);
      await insertApplicationAudit(tx, stored, {
        action: "application.disconnect",
        target: `${stored.application}: a ${nameByKind[kind]} was used twice`,
        origin,
        now,
      });
      return { reused: stored };
    }
    check(stored);
    if (stored.grantedAt + grantTtlMs <= now)
      throw new OAuthError(
        "invalid_grant",
        "The access was granted a year ago. Connect the application again.",
      );
    if (!stored.isGrantValid)
      throw new OAuthError(
        "invalid_grant",
        "The operator was deactivated, or must sign in with a second factor and connect again.",
      );
    return { issued: await issueTokens(tx, stored, now) };
  });
  if (result.issued !== undefined) return result.issued;
  const { accountId, grantId } = result.reused;
  deps.onEnded({ account: accountId, grantId });
  throw new OAuthError(
    "invalid_grant",
    `This ${nameByKind[kind]} was used before, so the access has ended. Connect the application again.`,
  );
}
const nameByKind = { code: "code", refresh: "refresh token" } as const;

async function issueTokens(
  tx: Sql,
  { accountId, grantId, grantedAt, scopes }: ExchangedToken,
  now: number,
): Promise<IssuedTokens> {
  const accessToken = generateToken();
  const refreshToken = generateToken();
  const grant = { accountId, grantId };
  const endsAt = grantedAt + grantTtlMs;
  const accessEndsAt = Math.min(now + accessTtlMs, endsAt);
  await insertToken(tx, {
    ...grant,
    kind: "access",
    hash: hashToken(accessToken),
    expiresAt: accessEndsAt,
  });
  await insertToken(tx, {
    ...grant,
    kind: "refresh",
    hash: hashToken(refreshToken),
    expiresAt: Math.min(now + refreshTtlMs, endsAt),
  });
  return { accessToken, refreshToken, expiresInS: Math.floor((accessEndsAt - now) / 1000), scopes };
}

/** Checks PKCE with S256 (RFC 7636). */
function isVerifierValid(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const hash = createHash("sha256").update(verifier).digest();
  const expected = Buffer.from(challenge, "base64url");
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}
