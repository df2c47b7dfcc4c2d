import { callServiceApi, type ServiceResult, type ServiceDeps } from "./call-service-api.ts";
import { toObject, toText } from "../endpoints/received-request.ts";

/** The lab finds one that an interrupted run has left by its address, and replaces it. */
export interface RegisteredResource {
  /** Resolves with null, or with a sentence about the error. */
  readonly create: () => Promise<string | null>;
  readonly remove: () => Promise<string | null>;
  readonly exists: () => boolean;
}
export interface ServiceResources {
  readonly create: (path: string, body: object) => Promise<ServiceResult>;
  readonly list: (path: string) => Promise<Readonly<Record<string, unknown>>[]>;
  /** Resolves with null, or with a sentence that says why the resource still exists. */
  readonly remove: (path: string, id: string) => Promise<string | null>;
  /** Removes all entries of a list whose address belongs to the lab. */
  readonly removeLeftovers: (path: string, field: string, url: string) => Promise<void>;
}
const forbiddenText = "this key may not change bots and webhooks.";

/** Creates access to resources of the service API. `path` is the path of the list. */
export function createServiceResources(deps: ServiceDeps): ServiceResources {
  const list: ServiceResources["list"] = async (path) => {
    const result = await callServiceApi(deps, {
      method: "GET",
      path: `${path}?limit=200`,
      forbiddenText,
    });
    const items = "value" in result ? result.value["items"] : undefined;
    return (Array.isArray(items) ? items : []).map(toObject);
  };
  const remove: ServiceResources["remove"] = async (path, id) => {
    const result = await callServiceApi(deps, {
      method: "DELETE",
      path: `${path}/${id}`,
      forbiddenText,
    });
    // Status 404 means that the resource is already removed.
    return "fault" in result && result.status !== 404 ? result.fault : null;
  };
  return {
    create: (path, body) => callServiceApi(deps, { method: "POST", path, body, forbiddenText }),
    list,
    remove,
    async removeLeftovers(path, field, url) {
      for (const resource of await list(path))
        if (resource[field] === url) await remove(path, toText(resource["id"]));
    },
  };
}
