import type { Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import { insertSession, type SignInMethod } from "../store/sessions.ts";
import type { Sql } from "../store/sql.ts";
import { hashToken, newToken } from "./credentials.ts";

const dayMs = 86_400_000;

/** Where a request came from, for the audit log (API-006), the list of sessions and the delay after failures. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
  readonly userAgent?: string;
}
export interface SignedIn {
  readonly accountId: number;
  readonly operatorId: number;
  /** Value of the cookie. */
  readonly token: string;
}
/** Who signs in. */
export interface Person {
  readonly accountId: number;
  readonly operatorId: number;
}
export interface SessionStart {
  readonly db: Sql;
  readonly clock: Pick<Clock, "now">;
  readonly limits: Pick<Limits, "value">;
}

/** A session with a new 256-bit token, of which only the hash is stored (API-003). */
export async function startSession(
  deps: SessionStart,
  person: Person,
  how: { readonly method: SignInMethod; readonly strong: boolean; readonly browser: string | null },
  from: Origin,
): Promise<SignedIn> {
  const token = newToken();
  const now = deps.clock.now();
  await insertSession(deps.db, {
    tokenHash: hashToken(token),
    accountId: person.accountId,
    operatorId: person.operatorId,
    now,
    idleExpiresAt: now + deps.limits.value("session_idle_days") * dayMs,
    absoluteExpiresAt: now + deps.limits.value("session_absolute_days") * dayMs,
    ...how,
    address: from.address,
    userAgent: shortAgent(from.userAgent),
  });
  return { accountId: person.accountId, operatorId: person.operatorId, token };
}

/** What the browser calls itself is for people to read, at a bearable length. */
export const shortAgent = (agent = ""): string => agent.slice(0, 400);
