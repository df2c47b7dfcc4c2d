import type { SessionEntry, SignInEntry } from "@parlour/protocol/api/people/session";
import type { Principal, SessionItem, SignInItem } from "../../auth/index.ts";

/** Serializes a session (API-014), with the location of its address if known. */
/** Returns where an address is (CFG-013), "" for what is not known. */
export type LocateAddress = (address: string) => {
  readonly country: string;
  readonly city: string;
};

export function serializeSession(
  deps: { readonly placeOf: LocateAddress },
  principal: Principal,
  row: SessionItem,
): SessionEntry {
  return {
    id: row.id,
    operator: { id: row.operatorId, name: row.operatorName },
    current: principal.credential.kind === "session" && principal.credential.id === row.id,
    method: row.method,
    strong: row.strong,
    address: row.address,
    place: deps.placeOf(row.address),
    user_agent: row.userAgent,
    created_at: new Date(row.createdAt).toISOString(),
    last_seen_at: new Date(row.lastSeenAt).toISOString(),
  };
}

export function serializeSignIn(
  deps: { readonly placeOf: LocateAddress },
  row: SignInItem,
): SignInEntry {
  return {
    id: row.id,
    operator: { id: row.operatorId, name: row.operatorName },
    at: new Date(row.at).toISOString(),
    method: row.method,
    ok: row.ok,
    address: row.address,
    place: deps.placeOf(row.address),
    user_agent: row.userAgent,
  };
}
