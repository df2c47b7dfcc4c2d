import type { Operator, Role } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@parlour/client";
import { api, queries } from "./api.ts";
import { closeNotices } from "./notices.ts";
import { forgetPush } from "./push.ts";

const key = ["me"] as const;

/** Who is signed in: the operator, `null` when nobody is. Throws other failures (network, 500). */
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
    // Without a connection the application opens for whom it was open last; the server checks again as soon as it answers.
    const known = error instanceof ApiError && error.status === 0 ? keptMe() : null;
    if (known === null) throw error;
    lastMe = known;
    return known;
  }
}

/** The same from the cache when it is there. */
export function fetchMe(): Promise<Operator | null> {
  return queries.fetchQuery({ queryKey: key, queryFn: readMe, staleTime: 60_000, retry: 0 });
}

/** The signed-in operator. Screens behind the shell always have one; while the shell goes away after sign-out, the last one. */
export function useMe(): Operator {
  const { data } = useQuery({ queryKey: key, queryFn: readMe, staleTime: 60_000 });
  const me = data ?? lastMe;
  if (!me) throw new Error("useMe outside the signed-in shell");
  return me;
}

/** The session of this page has ended: what stands there goes, whoever signs in comes back to its address. */
export function isSignedOut(): boolean {
  return queries.getQueryData(key) === null;
}

let lastMe: Operator | null = null;

/** Puts a fresh operator (after sign-in, set-up, change of presence) in place. */
export function setMe(operator: Operator | null): void {
  lastMe = operator ?? lastMe;
  keepMe(operator);
  if (operator === null) forgetDevice();
  queries.setQueryData(key, operator);
}

const place = "parlour.me";

/** Who is signed in, for a start without a connection; goes with the session. */
function keepMe(operator: Operator | null): void {
  try {
    if (operator === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(operator));
  } catch (error) {
    console.warn("this device keeps nothing: Parlour will not open without a connection", error);
  }
}
/** This browser goes on in another account (CORE-016): a fresh page, so nothing of the one before stays in memory; its other tabs hear of it. */
export function goOnAs(operator: Operator): void {
  keepMe(operator);
  location.assign("/");
}
/**
 * Tells that another tab went on as somebody else: the cookie is that person's by now, and what this tab sent would be his. What stands here is
 * of an account that nobody here is in any more, so nothing asks before it goes. Returns the end of it.
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

/** Nothing of somebody who signed out calls on this device any more. */
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

/** What this role may ever do (CORE-001). Hidden = never allowed. The server checks again. `addresses`: choose where texts are sent (CORE-165). */
export function may(me: Pick<Operator, "role">, right: "settings" | "integrations" | "addresses" | "reports" | "chat" | "team"): boolean {
  return rights[me.role].includes(right);
}
