import type { ServerResponse, IncomingMessage } from "node:http";
import type { Clock } from "../core/command.ts";
import type { Authenticator } from "./session/authenticate.ts";
import { can, type Action, type Principal } from "./principal.ts";

/** All principals of the account, or those that match all other fields. */
export interface AccessFilter {
  readonly account: number;
  readonly operatorId?: number;
  readonly sessionId?: number;
  readonly keyId?: number;
  readonly grantId?: number;
}

/** A socket, download or running request of a principal on this node. */
interface ActiveUse {
  readonly principal: Principal;
  /** Permission that the principal needs for this use to stay open. */
  readonly action: Action;
  /** Called with the current permissions after each check. */
  readonly onRenewed?: (principal: Principal) => void;
  /** Closes the socket, download or request. Called at most once. */
  readonly onEnded: () => void;
}

/** When the access of sessions and keys ends, what they have open closes within 2 s (P19). */
export interface AccessRegistry {
  /** Adds a use. The returned function removes the use. */
  register(use: ActiveUse): () => void;
  /** Adds a request until its response is complete. */
  registerRequest(
    principal: Principal,
    action: Action,
    request: IncomingMessage,
    response: ServerResponse,
  ): void;
  /** Immediately closes everything that the selected principals have open. */
  end(filter: AccessFilter): void;
  /**
   * Reloads the permissions of all principals in these accounts, closes uses that lost their
   * permission, and renews the others. The accounts share one statement per kind of credential.
   */
  recheck(accounts: readonly number[]): Promise<void>;
}

/** In ms. Detects sign-outs on other nodes and permissions that expire. */
const recheckIntervalMs = 1_000;

interface RegistryEntry extends Omit<ActiveUse, "principal"> {
  principal: Principal;
  /** Number of the check that renewed this use last. */
  lastCheck: number;
}

export function createAccessRegistry(deps: {
  readonly clock: Clock;
  readonly recheck: Authenticator["recheck"];
  readonly failed: (error: unknown) => void;
}): AccessRegistry {
  const uses = new Map<number, Set<RegistryEntry>>();
  /** Running requests with their start time, in order of start. */
  const requests = new Map<RegistryEntry, number>();
  let isScheduled = false;
  let checkCount = 0;

  const remove = (entry: RegistryEntry): boolean => {
    const { accountId } = entry.principal;
    const accountEntries = uses.get(accountId);
    if (accountEntries?.delete(entry) !== true) return false;
    if (accountEntries.size === 0) uses.delete(accountId);
    requests.delete(entry);
    return true;
  };
  const close = (entry: RegistryEntry): void => {
    if (remove(entry)) entry.onEnded();
  };
  const register = (use: ActiveUse): RegistryEntry => {
    const entry: RegistryEntry = { ...use, lastCheck: 0 };
    const { accountId } = use.principal;
    const accountEntries = uses.get(accountId) ?? new Set();
    uses.set(accountId, accountEntries.add(entry));
    return entry;
  };
  const recheckAll = async (entries: readonly RegistryEntry[]): Promise<void> => {
    if (entries.length === 0) return;
    const check = ++checkCount;
    const checked = entries.map((entry) => [entry, entry.principal] as const);
    const current = await deps.recheck([...new Set(checked.map(([, principal]) => principal))]);
    for (const [entry, before] of checked) {
      const principal = current.get(before);
      if (principal === undefined || !can(principal, entry.action)) close(entry);
      // Checks overlap, and an earlier check may end after a later one.
      else if (entry.lastCheck < check) {
        entry.lastCheck = check;
        entry.principal = principal;
        entry.onRenewed?.(principal);
      }
    }
  };
  const scheduleRecheck = (): void => {
    if (isScheduled || requests.size === 0) return;
    isScheduled = true;
    deps.clock.scheduleAt(deps.clock.now() + recheckIntervalMs, () => {
      const startedBefore = deps.clock.now() - recheckIntervalMs;
      void recheckAll(listStartedBefore(requests, startedBefore))
        .catch(deps.failed)
        .finally(() => {
          isScheduled = false;
          scheduleRecheck();
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
      const entry = register({ principal, action, onEnded: () => abortRequest(request, response) });
      requests.set(entry, deps.clock.now());
      response.once("close", () => remove(entry));
      scheduleRecheck();
    },
    end(filter) {
      for (const entry of uses.get(filter.account) ?? [])
        if (matchesFilter(entry.principal, filter)) close(entry);
    },
    recheck: (accounts) =>
      recheckAll(accounts.flatMap((account) => [...(uses.get(account) ?? [])])),
  };
}

const listStartedBefore = (
  requests: ReadonlyMap<RegistryEntry, number>,
  time: number,
): readonly RegistryEntry[] =>
  [...requests].flatMap(([entry, startedAt]) => (startedAt <= time ? [entry] : []));

/**
 * Aborts a request, except a change that was received completely. Such a change was allowed when it
 * arrived, and it takes effect as a whole. It may be the sign-out that ended the access.
 */
function abortRequest(request: IncomingMessage, response: ServerResponse): void {
  const isChange = request.method !== "GET" && request.method !== "HEAD";
  if (isChange && request.complete && !response.headersSent) return;
  response.destroy();
  request.destroy();
}

function matchesFilter({ operatorId, credential }: Principal, filter: AccessFilter): boolean {
  return (
    (filter.operatorId === undefined || filter.operatorId === operatorId) &&
    (filter.sessionId === undefined ||
      (credential.kind === "session" && credential.id === filter.sessionId)) &&
    (filter.keyId === undefined || (credential.kind === "key" && credential.id === filter.keyId)) &&
    (filter.grantId === undefined ||
      (credential.kind === "grant" && credential.id === filter.grantId))
  );
}
