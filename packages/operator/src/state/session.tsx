import type { Operator, Role } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@parlour/client";
import { api, queryClient } from "./api/api.ts";
import { closeNotifications } from "./alerts/notifications.ts";
import { unsubscribePush } from "./alerts/push.ts";

const operatorQueryKey = ["me"] as const;

/**
 * Loads the signed-in operator. Null if nobody is signed in. Throws other failures (network, 500).
 */
export async function loadCurrentOperator(): Promise<Operator | null> {
  const changeOfRequest = sessionChanges;
  // A response to a request from before a sign-in or sign-out says nothing about the session now.
  const isStale = (): boolean => changeOfRequest !== sessionChanges;
  try {
    const operator = await api.me();
    if (isStale()) return getCachedOperator();
    lastOperator = operator;
    storeCurrentOperator(operator);
    return operator;
  } catch (error) {
    if (isStale()) return getCachedOperator();
    if (error instanceof ApiError && error.status === 401) {
      storeCurrentOperator(null);
      return null;
    }
    // Without a connection the application opens for the operator who used it last. The server
    // checks again with its next response.
    const stored = error instanceof ApiError && error.status === 0 ? loadStoredOperator() : null;
    if (stored === null) throw error;
    lastOperator = stored;
    return stored;
  }
}

const getCachedOperator = (): Operator | null =>
  queryClient.getQueryData<Operator | null>(operatorQueryKey) ?? null;

/** Returns the signed-in operator from the cache, or loads it. */
export function getCurrentOperator(): Promise<Operator | null> {
  return queryClient.fetchQuery({
    queryKey: operatorQueryKey,
    queryFn: loadCurrentOperator,
    staleTime: 60_000,
    retry: 0,
  });
}

/**
 * Returns the signed-in operator. Screens behind the shell always have one. While the shell closes
 * after sign-out: the last one.
 */
export function useCurrentOperator(): Operator {
  const { data } = useQuery({
    queryKey: operatorQueryKey,
    queryFn: loadCurrentOperator,
    staleTime: 60_000,
  });
  const me = data ?? lastOperator;
  if (!me) throw new Error("useMe outside the signed-in shell");
  return me;
}

/**
 * Returns whether the session of this page has ended. The person who signs in next returns to the
 * same address.
 */
export function isSignedOut(): boolean {
  return queryClient.getQueryData(operatorQueryKey) === null;
}

let lastOperator: Operator | null = null;
/** Number of sign-ins, sign-outs and changes of the operator in this page. */
let sessionChanges = 0;

/** Sets the operator after sign-in, set-up or a change of presence. Null after sign-out. */
export function setCurrentOperator(operator: Operator | null): void {
  sessionChanges += 1;
  lastOperator = operator ?? lastOperator;
  storeCurrentOperator(operator);
  if (operator === null) clearDevice();
  queryClient.setQueryData(operatorQueryKey, operator);
}

const storageKey = "parlour.me";

/** Stores the operator for a start without a connection. Removed with the session. */
function storeCurrentOperator(operator: Operator | null): void {
  try {
    if (operator === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(operator));
  } catch (error) {
    console.warn("Cannot store data on this device: Parlour will not open offline", error);
  }
}
/**
 * Switches this browser to another account (CORE-016). A new page load clears the memory, and other
 * tabs are informed.
 */
export function switchAccount(operator: Operator): void {
  sessionChanges += 1;
  storeCurrentOperator(operator);
  location.assign("/");
}
/**
 * Subscribes to a switch of the account in another tab. The cookie then belongs to the other
 * operator, and so would every request of this tab. Unsaved input belongs to an account that is no
 * longer signed in, so nothing asks before it is lost. Returns `unsubscribe`.
 */
export function onAccountSwitched(run: () => void): () => void {
  const handleStorage = ({ key: changed }: StorageEvent): void => {
    const stored = changed === storageKey ? loadStoredOperator() : null;
    if (stored === null || lastOperator === null || stored.id === lastOperator.id) return;
    sessionChanges += 1;
    queryClient.setQueryData(operatorQueryKey, null);
    run();
  };
  addEventListener("storage", handleStorage);
  return () => removeEventListener("storage", handleStorage);
}
function loadStoredOperator(): Operator | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "null") as Operator | null;
  } catch {
    return null;
  }
}

/** Ends push and notifications of the operator who signed out. */
function clearDevice(): void {
  void unsubscribePush().catch((error: unknown) =>
    console.warn("the push subscription could not be ended", error),
  );
  void closeNotifications().catch((error: unknown) =>
    console.warn("notices could not be taken away", error),
  );
}

const permissions: Record<Role, readonly string[]> = {
  owner: ["settings", "integrations", "addresses", "reports", "chat", "team"],
  admin: ["settings", "integrations", "addresses", "reports", "chat", "team"],
  developer: ["settings", "integrations"],
  operator: ["chat"],
  viewer: ["reports"],
};

/**
 * Returns whether a role has a permission (CORE-001). Screens hide what is never allowed. The
 * server checks again. `addresses`: choose where chat texts are sent (CORE-165).
 */
export function can(
  me: Pick<Operator, "role">,
  permission: "settings" | "integrations" | "addresses" | "reports" | "chat" | "team",
): boolean {
  return permissions[me.role].includes(permission);
}
