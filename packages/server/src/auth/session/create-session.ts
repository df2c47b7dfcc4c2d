import type { ClientAddress } from "../../core/client/address.ts";
import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import { insertSession, type SignInMethod } from "../../store/sign-in/sessions.ts";
import type { Sql } from "../../store/database/sql.ts";
import { hashToken, generateToken } from "./credentials.ts";

const dayMs = 86_400_000;

/** Source of a request, for the audit log (API-006), the session list and the sign-in limit. */
export interface RequestOrigin {
  readonly address: ClientAddress;
  readonly requestId: string;
  readonly userAgent?: string;
}
export interface SignedIn {
  readonly accountId: number;
  readonly operatorId: number;
  /** Value for the session cookie. */
  readonly token: string;
}
export interface SigningInOperator {
  readonly accountId: number;
  readonly operatorId: number;
}
export interface CreateSessionDeps {
  readonly db: Sql;
  readonly clock: Clock;
  readonly limits: Limits;
}

/** Creates a session with a 256-bit token. Only the hash of the token is stored (API-003). */
export async function createSession(
  deps: CreateSessionDeps,
  operator: SigningInOperator,
  options: {
    readonly method: SignInMethod;
    readonly strong: boolean;
    readonly browser: string | null;
  },
  origin: RequestOrigin,
): Promise<SignedIn> {
  const token = generateToken();
  const now = deps.clock.now();
  await insertSession(deps.db, {
    tokenHash: hashToken(token),
    accountId: operator.accountId,
    operatorId: operator.operatorId,
    now,
    idleExpiresAt: now + deps.limits.value("session_idle_days") * dayMs,
    absoluteExpiresAt: now + deps.limits.value("session_absolute_days") * dayMs,
    ...options,
    address: origin.address,
    userAgent: truncateUserAgent(origin.userAgent),
  });
  return { accountId: operator.accountId, operatorId: operator.operatorId, token };
}

export const truncateUserAgent = (agent = ""): string => agent.slice(0, 400);
