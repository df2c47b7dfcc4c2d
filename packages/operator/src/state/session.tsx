import type { Operator, Permission } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@parlour/client";
import { api, queryClient } from "./api/api.ts";
import { closeNotifications } from "./alerts/notifications.ts";
import { unsubscribePush } from "./alerts/push.ts";

const operatorQueryKey = ["me"] as const;

/** Loads the signed-in operator, or null. Throws other errors (network, 500). */
export async function loadCurrentOperator(): Promise<Operator | null> {
  const changeOfRequest = sessionChanges;
  // After a sign-in or sign-out the response describes an earlier session.
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
    // Without a connection, the application opens for the last operator until the server responds.
    const stored = error instanceof ApiError && error.status === 0 ? loadStoredOperator() : null;
    if (stored === null) throw error;
    lastOperator = stored;
    return stored;
  }
}

const getCachedOperator = (): Operator | null =>
  queryClient.getQueryData<Operator | null>(operatorQueryKey) ?? null;

/** Returns the signed-in operator from the cache. Loads the operator if the cache is empty. */
export function getCurrentOperator(): Promise<Operator | null> {
  return queryClient.fetchQuery({
    queryKey: operatorQueryKey,
    queryFn: loadCurrentOperator,
    staleTime: 60_000,
    retry: 0,
  });
}

/** Returns the signed-in operator. While the shell closes after sign-out, the last one. */
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
 * Returns the public address of the installation, for addresses that operators copy. Their browser
 * may use another one. Nodes of the release before do not send it.
 */
export const usePublicUrl = (): string => useCurrentOperator().public_url ?? location.origin;

/** Returns true if the session of this page has ended. Keeps the address for the next sign-in. */
export function isSignedOut(): boolean {
  return queryClient.getQueryData(operatorQueryKey) === null;
}

let lastOperator: Operator | null = null;
/** Number of sign-ins, sign-outs and changes of the operator in this page. */
let sessionChanges = 0;

/** Sets the operator after sign-in, setup or a change of presence. Null after sign-out. */
export function setCurrentOperator(operator: Operator | null): void {
  sessionChanges += 1;
  lastOperator = operator ?? lastOperator;
  storeCurrentOperator(operator);
  if (operator === null) clearDevice();
  queryClient.setQueryData(operatorQueryKey, operator);
}

const storageKey = "parlour.me";

/**
 * Stores the operator until the session ends, so that the application starts without a connection.
 */
function storeCurrentOperator(operator: Operator | null): void {
  try {
    if (operator === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(operator));
  } catch (error) {
    console.warn("Cannot store data on this device: Parlour will not open offline", error);
  }
}
/**
 * Switches this browser to another account (CORE-016). Loading the page again clears its memory.
 */
export function switchAccount(operator: Operator): void {
  sessionChanges += 1;
  storeCurrentOperator(operator);
  location.assign("/");
}
/**
 * Subscribes to a switch of the account in another tab. After the switch, the cookie belongs to the
 * other operator, so every request of this tab would, too. Unsaved input belongs to an account that
 * is no longer signed in, so it is discarded without a question. Returns the function that
 * unsubscribes.
 */
export function onAccountSwitched(run: () => void): () => void {
  const handleStorage = ({ key }: StorageEvent): void => {
    const stored = key === storageKey ? loadStoredOperator() : null;
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

/** What the pages of the settings manage, besides one's own things. */
const managedThings = [
  "channels",
  "departments",
  "bots",
  "webhooks",
  "triggers",
  "blacklist",
  "articles",
  "broadcasts",
  "operators",
  "account",
  "keys",
  "data",
  "instance",
] as const;

/** Returns whether the operator has a permission (ROLE-003), or one that opens the settings. */
export const can = (me: Operator, permission: Permission | "settings"): boolean =>
  permission === "settings"
    ? can(me, "audit.read") || managedThings.some((one) => can(me, `${one}.manage`))
    : permission === "instance.manage"
      ? me.instance_owner
      : me.permissions?.includes(permission) === true;

/** Returns whether a page of the settings opens, at least for own replies, views or macros. */
export const canOpenSettings = (me: Operator): boolean =>
  (["settings", "chats.answer", "views.manage", "macros.manage"] as const).some((one) =>
    can(me, one),
  );

/** Returns whether the role reads the texts of visitors (ROLE-004, CORE-250). */
export const readsTexts = (me: Operator): boolean =>
  me.role !== "developer" || can(me, "chats.answer");
