import { callServiceApi } from "./service.ts";

/** Result of adding the lab to Parlour's allowed outgoing addresses. */
export interface EgressPermission {
  readonly ok: boolean;
  /** One sentence about the result, shown in the terminal and on the page. */
  readonly text: string;
  /**
   * Removes the lab's entry and resolves with a sentence about the result. Null if the lab added no
   * entry.
   */
  readonly remove: (() => Promise<string>) | null;
}
export interface EgressPermissionDeps {
  readonly url: string;
  readonly key: string | null;
  readonly address: string;
}

/**
 * Adds exactly `address` (host:port) to the allowed outgoing addresses of the installation
 * (CORE-249, API-043) with the given key. Without a key, it changes nothing, and the sentence
 * explains where the owner can add the address.
 */
export async function allowLabAddress(deps: EgressPermissionDeps): Promise<EgressPermission> {
  const { address } = deps;
  if (deps.key === null) {
    return {
      ok: false,
      remove: null,
      text: `Parlour calls ${address} only when it is an allowed outgoing address: the set-up page adds it, or add it under Settings → Allowed addresses, or start the lab with --key.`,
    };
  }
  const current = await requestAllowList(deps, "GET", "/instance", undefined);
  if ("fault" in current)
    return {
      ok: false,
      remove: null,
      text: `${address} was not added to the outgoing addresses: ${current.fault}`,
    };
  const isListed = current.list.includes(address);
  if (!isListed) {
    const added = await requestAllowList(deps, "POST", "/instance/egress-allow", {
      add: [address],
    });
    if ("fault" in added)
      return {
        ok: false,
        remove: null,
        text: `${address} was not added to the outgoing addresses: ${added.fault}`,
      };
  }
  return {
    ok: true,
    text: isListed
      ? `${address} was an allowed outgoing address of Parlour already. It is taken away when the lab ends.`
      : `${address} was added to Parlour's outgoing addresses. It is taken away when the lab ends.`,
    remove: async () => {
      const removed = await requestAllowList(deps, "POST", "/instance/egress-allow", {
        remove: [address],
      });
      return "fault" in removed
        ? `${address} is still an allowed outgoing address: ${removed.fault} Remove it under Settings → Allowed addresses.`
        : `${address} was taken away from Parlour's outgoing addresses.`;
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
