import { toClientAddress, type ClientAddress } from "../../core/client/address.ts";
import type { SessionEntry, SignInEntry } from "@parlour/protocol/api/people/session";
import type { Principal, SessionItem, SignInItem } from "../../auth/index.ts";

/** Returns the location of an IP address (CFG-013). Unknown parts are "". */
export type LocateAddress = (address: ClientAddress) => {
  readonly country: string;
  readonly city: string;
};

export function serializeSession(
  deps: { readonly locateAddress: LocateAddress },
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
    place: deps.locateAddress(toClientAddress(row.address)),
    user_agent: row.userAgent,
    created_at: new Date(row.createdAt).toISOString(),
    last_seen_at: new Date(row.lastSeenAt).toISOString(),
  };
}

export function serializeSignIn(
  deps: { readonly locateAddress: LocateAddress },
  row: SignInItem,
): SignInEntry {
  return {
    id: row.id,
    operator: { id: row.operatorId, name: row.operatorName },
    at: new Date(row.at).toISOString(),
    method: row.method,
    ok: row.ok,
    address: row.address,
    place: deps.locateAddress(toClientAddress(row.address)),
    user_agent: row.userAgent,
  };
}
