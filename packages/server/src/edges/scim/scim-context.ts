import type { ServiceApiClient } from "../../http/in-process/service-api-client.ts";

type ResourceKind = "user" | "group";
/** What the identity provider stores with an operator or a department. */
export interface StoredResource {
  readonly externalId: string | null;
  /** Whether the provider deleted it. */
  readonly isDeleted: boolean;
}
/** Reads and writes what identity providers store here, of one account. */
export interface ResourceStore {
  read(kind: ResourceKind): Promise<ReadonlyMap<number, StoredResource>>;
  write(
    kind: ResourceKind,
    id: number,
    resource: { readonly externalId: string | null; readonly isDeleted?: boolean },
  ): Promise<void>;
}

/** What a request of an identity provider may use. */
export interface ScimContext {
  readonly api: ServiceApiClient;
  readonly resources: ResourceStore;
  readonly account: number;
  /** Id of the operator that the token acts as. */
  readonly actsAs: number;
  /** Address of this interface, for links. */
  readonly baseUrl: string;
}

/** Reads all pages of a list of the service API. */
export async function readAll<T>(api: ServiceApiClient, path: string): Promise<readonly T[]> {
  const items: T[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await api.get<{ items: T[]; next_cursor: string | null }>(path, {
      limit: 200,
      cursor,
    });
    items.push(...page.items);
    if (page.next_cursor === null) return items;
    cursor = page.next_cursor;
  }
}
