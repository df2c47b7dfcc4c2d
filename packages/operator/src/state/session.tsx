import type { Operator, Role } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@parlour/client";
import { api, queries } from "./api.ts";
import { closeNotices } from "./notices.ts";
import { forgetPush } from "./push.ts";

const key = ["me"] as const;

/**
 * Loads the signed-in operator. Null if nobody is signed in. Throws other failures (network, 500).
 */
export async function readMe(): Promise<Operator | null> {
  try {
    lastMe = await api.me();
    keepMe(lastMe);
    return lastMe;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      keepMe(null);
      return null;
    }
    // Without a connection the application opens for the operator who used it last. The server
    // checks again with its next response.
    const known = error instanceof ApiError && error.status === 0 ? keptMe() : null;
    if (known === null) throw error;
    lastMe = known;
    return known;
  }
}

/** Returns the signed-in operator from the cache, or loads it. */
export function fetchMe(): Promise<Operator | null> {
  return queries.fetchQuery({ queryKey: key, queryFn: readMe, staleTime: 60_000, retry: 0 });
}

/**
 * Returns the signed-in operator. Screens behind the shell always have one. While the shell closes
 * after sign-out: the last one.
 */
export function useMe(): Operator {
  const { data } = useQuery({ queryKey: key, queryFn: readMe, staleTime: 60_000 });
  const me = data ?? lastMe;
  if (!me) throw new Error("useMe outside the signed-in shell");
  return me;
}

/**
 * Returns whether the session of this page has ended. The person who signs in next returns to the
 * same address.
 */
export function isSignedOut(): boolean {
  return queries.getQueryData(key) === null;
}

let lastMe: Operator | null = null;

/** Sets the operator after sign-in, set-up or a change of presence. Null after sign-out. */
export function setMe(operator: Operator | null): void {
  lastMe = operator ?? lastMe;
  keepMe(operator);
  if (operator === null) forgetDevice();
  queries.setQueryData(key, operator);
}

const place = "parlour.me";

/** Stores the operator for a start without a connection. Removed with the session. */
function keepMe(operator: Operator | null): void {
  try {
    if (operator === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(operator));
  } catch (error) {
    console.warn("this device keeps nothing: Parlour will not open without a connection", error);
  }
}
/**
 * Switches this browser to another account (CORE-016). A new page load clears the memory, and other
 * tabs are informed.
 */
export function goOnAs(operator: Operator): void {
  keepMe(operator);
  location.assign("/");
}
/**
 * Subscribes to a switch of the account in another tab. The cookie then belongs to the other
 * operator, and so would every request of this tab. Unsaved input belongs to an account that is no
 * longer signed in, so nothing asks before it is lost. Returns `unsubscribe`.
 */
export function onSomebodyElse(run: () => void): () => void {
  const hear = ({ key: changed }: StorageEvent): void => {
    const now = changed === place ? keptMe() : null;
    if (now === null || lastMe === null || now.id === lastMe.id) return;
    queries.setQueryData(key, null);
    run();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}
function keptMe(): Operator | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null") as Operator | null;
  } catch {
    return null;
  }
}

/** Ends push and notifications of the operator who signed out. */
function forgetDevice(): void {
  void forgetPush().catch((error: unknown) => console.warn("the push subscription could not be ended", error));
  void closeNotices().catch((error: unknown) => console.warn("notices could not be taken away", error));
}

const rights: Record<Role, readonly string[]> = {
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
export function may(me: Pick<Operator, "role">, right: "settings" | "integrations" | "addresses" | "reports" | "chat" | "team"): boolean {
  return rights[me.role].includes(right);
}
