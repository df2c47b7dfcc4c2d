import { askService, type Asked, type ServiceDeps } from "./service.ts";
import { objectOf, stringOf } from "./taken.ts";

/** One thing of the lab's in Parlour. What a killed run left is found by its address and replaced. */
export interface Registered {
  /** Resolves to null, or to a sentence why not. */
  readonly make: () => Promise<string | null>;
  readonly remove: () => Promise<string | null>;
  readonly isMade: () => boolean;
}
export interface Entries {
  readonly create: (path: string, body: object) => Promise<Asked>;
  readonly list: (path: string) => Promise<Readonly<Record<string, unknown>>[]>;
  /** Resolves to null, or to a sentence why it is still there. */
  readonly remove: (path: string, id: string) => Promise<string | null>;
  /** Takes away what stands in a list under an address of the lab's. */
  readonly removeLeftovers: (path: string, field: string, url: string) => Promise<void>;
}
const refused = "this key may not change bots and webhooks.";

/** Entries of the service API, by the path of their list. */
export function openEntries(deps: ServiceDeps): Entries {
  const list: Entries["list"] = async (path) => {
    const asked = await askService(deps, "GET", `${path}?limit=200`, undefined, refused);
    const items = "value" in asked ? asked.value["items"] : undefined;
    return (Array.isArray(items) ? items : []).map(objectOf);
  };
  const remove: Entries["remove"] = async (path, id) => {
    const asked = await askService(deps, "DELETE", `${path}/${id}`, undefined, refused);
    // Gone already is as good.
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
