import { callServiceApi } from "./call-service-api.ts";

/** Result of adding the lab to Parlour's allowed outgoing addresses. */
export interface EgressPermission {
  readonly ok: boolean;
  /** One sentence about the result, shown in the terminal and on the page. */
  readonly text: string;
  /** Removes the lab's entry and resolves with a sentence. Null if the lab added no entry. */
  readonly remove: (() => Promise<string>) | null;
}
export interface EgressPermissionDeps {
  readonly url: string;
  readonly key: string | null;
  /** `host:port` of the lab, then of its services. */
  readonly addresses: readonly string[];
}

/**
 * Adds exactly `addresses` (host:port) to the allowed outgoing addresses of the installation
 * (CORE-249, API-043) with the given key. Without a key, it changes nothing, and the sentence
 * explains where the owner can add them.
 */
export async function allowLabAddress(deps: EgressPermissionDeps): Promise<EgressPermission> {
  const { addresses } = deps;
  const names = addresses.join(", ");
  const refuse = (fault: string): EgressPermission => ({
    ok: false,
    remove: null,
    text: `Not added to the outgoing addresses of Parlour: ${names}. The reason: ${fault}`,
  });
  if (deps.key === null) {
    return {
      ok: false,
      remove: null,
      text: `Parlour calls only allowed outgoing addresses. To allow ${names}: use the set-up page, or add what is missing under Settings → Installation → Allowed addresses, or start the lab with --key.`,
    };
  }
  const current = await requestAllowList(deps, "GET", "/instance", undefined);
  if ("fault" in current) return refuse(current.fault);
  const missing = addresses.filter((address) => !current.list.includes(address));
  if (missing.length > 0) {
    const added = await requestAllowList(deps, "POST", "/instance/egress-allow", { add: missing });
    if ("fault" in added) return refuse(added.fault);
  }
  return {
    ok: true,
    text: `Allowed outgoing addresses of Parlour until the lab ends: ${names}.`,
    remove: async () => {
      const removed = await requestAllowList(deps, "POST", "/instance/egress-allow", {
        remove: addresses,
      });
      return "fault" in removed
        ? `Still allowed outgoing addresses of Parlour: ${names}. The reason: ${removed.fault} Remove them under Settings → Installation → Allowed addresses.`
        : `Removed from the outgoing addresses of Parlour: ${names}.`;
    },
  };
}

async function requestAllowList(
  deps: EgressPermissionDeps,
  method: string,
  path: string,
  body: unknown,
): Promise<{ list: readonly string[] } | { fault: string }> {
  const result = await callServiceApi(deps, {
    method,
    path,
    body,
    forbiddenText: "this key is not of the instance owner.",
  });
  if ("fault" in result) return result;
  const list = result.value["egress_allow"];
  return { list: Array.isArray(list) ? list.map(String) : [] };
}
