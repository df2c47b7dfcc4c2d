import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import { clearFactors } from "../../store/sign-in/factors.ts";
import {
  listBrowserSessions,
  listSessions,
  listSignIns,
  replaceToken,
  type BrowserSessionRow,
  type ListedSession,
  type ListedSignIn,
} from "../../store/sign-in/session-list.ts";
import { deleteSession, deleteOperatorSessions } from "../../store/sign-in/sessions.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import type { Db, Sql } from "../../store/database/sql.ts";
import { hashToken, generateToken } from "./credentials.ts";
import { requireSession, type Principal } from "../principal.ts";
import type { RequestOrigin, SignedIn } from "./create-session.ts";

export type SessionItem = ListedSession;
export type SignInItem = ListedSignIn;

export interface SessionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly onEnded: (ended: { account: number; sessionId: number }) => void;
  /** Clears the cached principals of this account. */
  readonly invalidate: (account: number) => void;
}
/** Sessions of operators (CORE-015), also in several accounts in one browser (CORE-016). */
export interface SessionService {
  /** Returns the active sessions of the account, or of one operator if `operatorId` is given. */
  sessions(account: number, operatorId: number | null): Promise<readonly SessionItem[]>;
  signInLog(
    account: number,
    range: { operatorId: number | null; before: number | null; limit: number },
  ): Promise<readonly SignInItem[]>;
  /** Ends a session of the account, or of one operator. Refusal: `not_found`. */
  endSession(
    principal: Principal,
    id: number,
    operatorId: number | null,
    origin: RequestOrigin,
  ): Promise<void>;
  /** Ends all sessions of the operator except the current one. */
  endOtherSessions(principal: Principal, origin: RequestOrigin): Promise<void>;
  /** Returns the active sessions of the browser in all accounts. */
  browserSessions(principal: Principal): Promise<readonly BrowserSessionRow[]>;
  /** Switches to the session in another account. Refusal `not_found` if there is none. */
  switchTo(principal: Principal, account: number): Promise<SignedIn>;
  /** Removes all second factors of an operator and signs them out. */
  clearFactors(tx: Sql, account: number, operatorId: number): Promise<void>;
}

export function createSessionService({
  db,
  clock,
  onEnded,
  invalidate,
}: SessionDeps): SessionService {
  const audit = (
    tx: Sql,
    principal: Principal,
    target: string,
    origin: RequestOrigin,
  ): Promise<void> =>
    insertAudit(tx, {
      accountId: principal.accountId,
      at: clock.now(),
      actorKind: principal.credential.kind === "key" ? "key" : "operator",
      actorId: principal.credential.kind === "key" ? principal.credential.id : principal.operatorId,
      action: "session.end",
      target,
      address: origin.address,
      requestId: origin.requestId,
      result: "ok",
    });
  return {
    sessions: (account, operatorId) => listSessions(db, account, clock.now(), operatorId),
    signInLog: (account, range) => listSignIns(db, account, range),
    async endSession(principal, id, operatorId, origin) {
      await db.transaction(async (tx) => {
        if (!(await deleteSession(tx, principal.accountId, id, operatorId)))
          refuse("not_found", "This session no longer exists.");
        await audit(tx, principal, `session ${id}`, origin);
      });
      onEnded({ account: principal.accountId, sessionId: id });
    },
    async endOtherSessions(principal, origin) {
      const ended = await db.transaction(async (tx) => {
        const ids = await deleteOperatorSessions(
          tx,
          principal.accountId,
          principal.operatorId,
          requireSession(principal),
        );
        await audit(
          tx,
          principal,
          `operator ${principal.operatorId}: ${ids.length} other sessions`,
          origin,
        );
        return ids;
      });
      for (const sessionId of ended) onEnded({ account: principal.accountId, sessionId });
    },
    browserSessions: (principal) => listBrowserSessions(db, requireSession(principal), clock.now()),
    async switchTo(principal, account) {
      const otherSession = (
        await listBrowserSessions(db, requireSession(principal), clock.now())
      ).find((candidate) => candidate.accountId === account);
      if (otherSession === undefined)
        return refuse(
          "not_found",
          "This browser is not signed in to this account. Sign in to it first.",
        );
      const token = generateToken();
      await replaceToken(db, otherSession.id, hashToken(token));
      invalidate(otherSession.accountId);
      return { accountId: otherSession.accountId, operatorId: otherSession.operatorId, token };
    },
    async clearFactors(tx, account, operatorId) {
      await clearFactors(tx, account, operatorId);
      await deleteOperatorSessions(tx, account, operatorId, null);
    },
  };
}
