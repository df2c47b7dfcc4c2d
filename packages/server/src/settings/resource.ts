import type { TSchema } from "typebox";
import type { ConfigFile } from "@parlour/protocol/config";
import type { ResourceShape } from "@parlour/protocol/api/settings/shapes/resource-shape";
import type { Action } from "../auth/index.ts";
import type { SettingsKind } from "../core/event.ts";
import type { Reader } from "../store/database/reader.ts";
import type { Sql } from "../store/database/sql.ts";

/** Types of one resource, by name. */
export interface ResourceTypes {
  /** What the service API and the provisioning file can set. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly row: { readonly id: number; readonly managed: boolean };
  /** As the service API returns it. */
  readonly api: object;
  /** As the provisioning file has it. */
  readonly entry: unknown;
}

/**
 * One kind of settings, described once. The routes of the service API
 * (`api/settings/resource-routes.ts`) and the provisioning file (`provisioning/plan-resource.ts`)
 * derive from it.
 */
export interface Resource<T extends ResourceTypes> {
  readonly shape: ResourceShape & { readonly kind: SettingsKind };
  /** Name in messages and in the audit log: `There is no such tag.`, `tag 7`. */
  readonly label: string;
  readonly rights: { readonly read: Action; readonly manage: Action };
  /** Summaries of the routes in the OpenAPI document. */
  readonly summaries: Readonly<Record<"list" | "one" | "create" | "change" | "remove", string>>;
  /** A row, a page of rows, and the bodies that create and change a row. */
  readonly schemas: Readonly<Record<"entity" | "page" | "create" | "patch", TSchema>>;
  readonly store: ResourceStore<T>;
  /** Name of a row in the audit log. Never a secret. */
  readonly nameOf: (row: T["fields"]) => string;
  readonly toApi: (row: T["row"]) => T["api"];
  readonly file: ResourceFile<T>;
}
/** Fields that change; absent fields stay. */
export type ResourceChange<T extends ResourceTypes> = Partial<T["fields"]> & {
  readonly managed?: boolean;
};
interface ResourceStore<T extends ResourceTypes> {
  readonly list: (reader: Reader, account: number) => Promise<readonly T["row"][]>;
  /** Returns the id, or null if the name is taken. */
  readonly create: (
    tx: Sql,
    account: number,
    row: T["fields"] & { readonly managed: boolean },
    now: number,
  ) => Promise<number | null>;
  /** Updates the given fields. */
  readonly update: (
    tx: Sql,
    account: number,
    id: number,
    change: ResourceChange<T>,
  ) => Promise<"done" | "name_taken" | "not_found">;
  /** Returns false if the row does not exist. */
  readonly remove: (tx: Sql, account: number, id: number) => Promise<boolean>;
}
/** How the provisioning file describes a resource (CFG-021 – CFG-025). */
interface ResourceFile<T extends ResourceTypes> {
  /** Reads the entries of a file and reports their errors. */
  readonly read: (config: ConfigFile, helpers: FileHelpers) => readonly T["entry"][];
  readonly write: (entries: readonly T["entry"][]) => Partial<ConfigFile>;
  /** Equal for an entry and the row that it describes. */
  readonly keyOf: (entry: T["entry"]) => string;
  /** Name in the plan, such as `tag VIP`. */
  readonly subject: (entry: T["entry"]) => string;
  readonly toEntry: (row: T["row"]) => T["entry"];
  /** Fields that the file contains. */
  readonly toFields: (entry: T["entry"]) => Partial<T["fields"]>;
}
/** Returns the fields of a row with each text empty. */
export function createEmptyFields<T extends ResourceTypes>({ shape }: Resource<T>): T["fields"] {
  return Object.fromEntries(Object.keys(shape.texts).map((name) => [name, ""])) as T["fields"];
}
export interface FileHelpers {
  readonly reportError: (
    path: readonly (string | number)[],
    message: string,
    rule?: string,
  ) => void;
  readonly unique: <E>(
    list: readonly E[],
    keyOf: (item: E) => string,
    onDuplicate: (n: number, first: number) => void,
  ) => void;
}
