import type { Operator, Role } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@parlour/client";
import { api, queries } from "./api.ts";

const key = ["me"] as const;

/** Who is signed in: the operator, `null` when nobody is. Throws other failures (network, 500). */
export async function readMe(): Promise<Operator | null> {
  try {
    lastMe = await api.me();
    return lastMe;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
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

let lastMe: Operator | null = null;

/** Puts a fresh operator (after sign-in, set-up, change of presence) in place. */
export function setMe(operator: Operator | null): void {
  lastMe = operator ?? lastMe;
  queries.setQueryData(key, operator);
}

const rights: Record<Role, readonly string[]> = {
  owner: ["settings", "integrations", "chat", "team"],
  admin: ["settings", "integrations", "chat", "team"],
  developer: ["settings", "integrations"],
  operator: ["chat"],
  viewer: [],
};

/** What this role may ever do (CORE-001). Hidden = never allowed. The server checks again. */
export function may(me: Pick<Operator, "role">, right: "settings" | "integrations" | "chat" | "team"): boolean {
  return rights[me.role].includes(right);
}
