import { askService, type Asked, type ServiceDeps } from "./service.ts";
import { objectOf, stringOf } from "./taken.ts";

/**
 * A resource of the lab in Parlour. One left by a killed run is found by its address and replaced.
 */
export interface Registered {
  /** Resolves with null, or with a sentence about the error. */
  readonly make: () => Promise<string | null>;
  readonly remove: () => Promise<string | null>;
  readonly isMade: () => boolean;
}
export interface Entries {
  readonly create: (path: string, body: object) => Promise<Asked>;
  readonly list: (path: string) => Promise<Readonly<Record<string, unknown>>[]>;
  /** Resolves with null, or with a sentence why it still exists. */
  readonly remove: (path: string, id: string) => Promise<string | null>;
  /** Removes all entries of a list that have an address of the lab. */
  readonly removeLeftovers: (path: string, field: string, url: string) => Promise<void>;
}
const refused = "this key may not change bots and webhooks.";

/** Creates access to resources of the service API, by the path of their list. */
export function openEntries(deps: ServiceDeps): Entries {
  const list: Entries["list"] = async (path) => {
    const asked = await askService(deps, "GET", `${path}?limit=200`, undefined, refused);
    const items = "value" in asked ? asked.value["items"] : undefined;
    return (Array.isArray(items) ? items : []).map(objectOf);
  };
  const remove: Entries["remove"] = async (path, id) => {
    const asked = await askService(deps, "DELETE", `${path}/${id}`, undefined, refused);
    // 404: it is already removed.
    return "fault" in asked && asked.status !== 404 ? asked.fault : null;
  };
  return {
    create: (path, body) => askService(deps, "POST", path, body, refused),
    list,
    remove,
    async removeLeftovers(path, field, url) {
      for (const one of await list(path)) if (one[field] === url) await remove(path, stringOf(one["id"]));
    },
  };
}
