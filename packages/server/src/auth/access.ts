import type { ServerResponse, IncomingMessage } from "node:http";
import type { Clock } from "../core/ports.ts";
import type { Identify } from "./identify.ts";
import { may, type Action, type Principal } from "./principal.ts";

/**
 * Selects principals whose access ended: all of the account, or those that match every other field.
 */
export interface Whose {
  readonly account: number;
  readonly operatorId?: number;
  readonly sessionId?: number;
  readonly keyId?: number;
}

/** A socket, download or running request of a principal on this node. */
export interface OpenUse {
  readonly principal: Principal;
  /** The permission it needs to remain open. */
  readonly action: Action;
  /** Called with the current permissions after each reload. */
  readonly renewed?: (principal: Principal) => void;
  /** Closes it. Called at most once. */
  readonly ended: () => void;
}

/**
 * Registry of everything that sessions and keys have open. When an access ends, all of it closes
 * within 2 s (P19).
 */
export interface Access {
  /** Adds a use; the returned function removes it. */
  register(use: OpenUse): () => void;
  /** Adds a request until its response is complete. */
  registerRequest(principal: Principal, action: Action, request: IncomingMessage, response: ServerResponse): void;
  /** Closes at once everything that the selected principals have open. */
  end(who: Whose): void;
  /**
   * Reloads the permissions of all principals in the account, closes uses without permission and
   * renews the others.
   */
  recheck(account: number): Promise<void>;
}

/**
 * Interval at which long requests are checked. It detects sign-outs on other nodes and permissions
 * that expire.
 */
const pauseMs = 1_000;

interface Entry extends Omit<OpenUse, "principal"> {
  principal: Principal;
  /** Number of the check that renewed it last. */
  checkedBy: number;
}

export function openAccess(deps: {
  readonly clock: Pick<Clock, "now" | "alarm">;
  readonly recheck: Identify["recheck"];
  readonly failed: (error: unknown) => void;
}): Access {
  const uses = new Map<number, Set<Entry>>();
  /** Requests with their start time, in order of start. */
  const requests = new Map<Entry, number>();
  let isWatching = false;
  let checks = 0;

  const remove = (entry: Entry): boolean => {
    const { accountId } = entry.principal;
    const ofAccount = uses.get(accountId);
    if (ofAccount?.delete(entry) !== true) return false;
    if (ofAccount.size === 0) uses.delete(accountId);
    requests.delete(entry);
    return true;
  };
  const close = (entry: Entry): void => {
    if (remove(entry)) entry.ended();
  };
  const register = (use: OpenUse): Entry => {
    const entry: Entry = { ...use, checkedBy: 0 };
    const { accountId } = use.principal;
    const ofAccount = uses.get(accountId) ?? new Set();
    uses.set(accountId, ofAccount.add(entry));
    return entry;
  };
  const recheckAll = async (entries: readonly Entry[]): Promise<void> => {
    if (entries.length === 0) return;
    const check = ++checks;
    const asked = entries.map((entry) => [entry, entry.principal] as const);
    const current = await deps.recheck([...new Set(asked.map(([, principal]) => principal))]);
    for (const [entry, before] of asked) {
      const principal = current.get(before);
      if (principal === undefined || !may(principal, entry.action)) close(entry);
      // Checks overlap, and an earlier one may end later.
      else if (entry.checkedBy < check) {
        entry.checkedBy = check;
        entry.principal = principal;
        entry.renewed?.(principal);
      }
    }
  };
  const watch = (): void => {
    if (isWatching || requests.size === 0) return;
    isWatching = true;
    deps.clock.alarm(deps.clock.now() + pauseMs, () => {
      const begunBefore = deps.clock.now() - pauseMs;
      const long = [...requests].filter(([, begunAt]) => begunAt <= begunBefore).map(([entry]) => entry);
      void recheckAll(long)
        .catch(deps.failed)
        .finally(() => {
          isWatching = false;
          watch();
        });
    });
  };
  return {
    register(use) {
      const entry = register(use);
      return () => void remove(entry);
    },
    registerRequest(principal, action, request, response) {
      // The client disconnected during authentication, so no further event would remove the entry.
      if (response.closed) return;
      const entry = register({ principal, action, ended: () => cutOff(request, response) });
      requests.set(entry, deps.clock.now());
      response.once("close", () => remove(entry));
      watch();
    },
    end(who) {
      for (const entry of uses.get(who.account) ?? []) if (isMeant(entry.principal, who)) close(entry);
    },
    recheck: (account) => recheckAll([...(uses.get(account) ?? [])]),
  };
}

/**
 * Aborts a request, except a change that was received completely. Such a change was allowed when it
 * arrived, takes effect as a whole, and may be the sign-out that ended the access.
 */
function cutOff(request: IncomingMessage, response: ServerResponse): void {
  const isChange = request.method !== "GET" && request.method !== "HEAD";
  if (isChange && request.complete && !response.headersSent) return;
  response.destroy();
  request.destroy();
}

function isMeant({ operatorId, by }: Principal, who: Whose): boolean {
  return (
    (who.operatorId === undefined || who.operatorId === operatorId) &&
    (who.sessionId === undefined || (by.kind === "session" && by.id === who.sessionId)) &&
    (who.keyId === undefined || (by.kind === "key" && by.id === who.keyId))
  );
}
