import type { TSchema } from "typebox";
import type { ConfigFile } from "@parlour/protocol/config";
import type { FieldOfFact } from "@parlour/protocol/conditions/facts";
import type { ResourceShape } from "@parlour/protocol/api/settings/shapes/resource-shape";
import type { Action, Principal } from "../auth/index.ts";
import type { AccountConfig } from "../core/command.ts";
import type { SettingsKind } from "../core/event.ts";
import type { Reader } from "../store/database/reader.ts";
import type { Sql } from "../store/database/sql.ts";
import type { RowKey } from "../store/settings/rows.ts";

export interface ResourceTypes {
  /** What the service API and the provisioning file can set, as the row has it. */
  readonly fields: object;
  /** As the store reads it: the fields and more. */
  readonly row: { readonly id: number; readonly managed: boolean };
  /** Body that creates a row. The body that changes one has a part of its fields. */
  readonly body: object;
  /** Object that the service API returns. */
  readonly api: object;
  /** As the provisioning file describes it, with every default filled in. */
  readonly entry: unknown;
}

/**
 * One kind of settings, described once. The routes of the service API
 * (`api/settings/resource-routes.ts`) and the plan and export of the provisioning file
 * (`provisioning/plan/plan-resource.ts`) derive from it.
 */
export interface SettingsResource<T extends ResourceTypes> extends StoredResource<T> {
  /** Name in messages: `There is no such tag.` */
  readonly label: string;
  readonly rights: { readonly read: Action; readonly manage: Action };
  /** Routes that need a recent confirmation of identity (CORE-014). */
  readonly fresh?: readonly ("create" | "change" | "remove")[];
  /** Summaries of the routes in the OpenAPI document. A route without a summary does not exist. */
  readonly summaries: Readonly<Record<"list" | "create" | "remove", string>> &
    Readonly<Partial<Record<"one" | "change" | "order", string>>>;
  /**
   * A row, a page of rows, and the bodies that create and change a row. `created`: the answer to a
   * creation, if it shows more than a row.
   */
  readonly schemas: Readonly<Record<"entity" | "page" | "create", TSchema>> &
    Readonly<Partial<Record<"patch" | "created", TSchema>>>;
  readonly audit: ResourceAudit<T>;
  /** Converts the given parts of a body to fields. Runs before the transaction. */
  readonly parse: (body: Partial<T["body"]>) => Partial<T["fields"]>;
  /** Adds fields that follow from others or from the principal. `before` is null for a new row. */
  readonly complete?: (
    change: Partial<T["fields"]>,
    before: T["row"] | null,
    context: CheckContext,
  ) => Promise<Partial<T["fields"]>> | Partial<T["fields"]>;
  /** Throws a `Refusal` if the row must not be written so. `before` is null for a new row. */
  readonly check?: (
    fields: T["fields"],
    before: T["row"] | null,
    context: CheckContext,
  ) => Promise<void> | void;
  /** Throws a `Refusal` if the principal must not remove the row. */
  readonly checkRemoval?: (row: T["row"], context: CheckContext) => Promise<void> | void;
  /**
   * Records that a row of the provisioning file was removed, so that it stays so (CFG-158). Absent:
   * the file outranks the removal, which is refused.
   */
  readonly recordEnd?: (row: T["row"], context: CheckContext) => Promise<void>;
  /** Message and field of the error `name_taken`. Absent: the name. */
  readonly conflict?: { readonly message: string; readonly field: string };
  /** Converts a row to the answer. `created`: the fields of a new row, with its secrets. */
  readonly toApi: (row: T["row"], context: AnswerContext, created: T["fields"] | null) => T["api"];
}

/** The parts of a resource that the plan and export of the provisioning file need. */
export interface StoredResource<T extends ResourceTypes> {
  readonly shape: ResourceShape & { readonly kind: SettingsKind };
  readonly store: ResourceStore<T>;
  /** Returns the fields of a new row that a body may omit, such as defaults and new secrets. */
  readonly newFields: () => Partial<T["fields"]>;
  readonly file: ResourceFile<T>;
}
/** The entry that the provisioning file has for a row. */
export type EntryOf<R> = R extends StoredResource<infer T> ? T["entry"] : never;

export interface AnswerContext {
  readonly principal: Principal;
  readonly config: AccountConfig;
  readonly now: number;
}
export interface CheckContext extends AnswerContext {
  /** The transaction that writes, which holds the lock of the account. */
  readonly tx: Sql;
  readonly account: number;
}

interface ResourceStore<T extends ResourceTypes> {
  /** Lists the rows in their order. */
  readonly list: (
    reader: Reader,
    account: number,
    filter: RowFilter,
  ) => Promise<readonly T["row"][]>;
  /** Creates a row. Returns its id, or null if the name is taken. */
  readonly create: (
    tx: Sql,
    account: number,
    fields: T["fields"] & { readonly managed: boolean },
    write: WriteContext,
  ) => Promise<number | null>;
  readonly update: (
    tx: Sql,
    key: RowKey,
    change: ResourceChange<T>,
    write: WriteContext,
  ) => Promise<"done" | "name_taken" | "not_found">;
  /** Removes a row. Returns false if the row does not exist. */
  readonly remove: (tx: Sql, account: number, id: number, write: WriteContext) => Promise<boolean>;
  /** Puts these rows in order. */
  readonly order?: (tx: Sql, account: number, ids: readonly number[]) => Promise<void>;
}
/** Fields to change. Absent fields stay unchanged. */
type ResourceChange<T extends ResourceTypes> = Partial<T["fields"]> & {
  readonly managed?: boolean;
};
export interface RowFilter {
  /** Only rows that this principal may see. null: every row that the provisioning file can have. */
  readonly principal: Principal | null;
  /** Only this row. */
  readonly id?: number;
}
export interface WriteContext {
  readonly now: number;
  /** null: the provisioning file. */
  readonly operatorId: number | null;
  /** Encrypts a secret with SECRET_KEY. */
  readonly seal: (text: string) => Buffer;
}

/** How the audit log names a row: `tag 7 VIP` at creation, `tag 7: name`, `tag 7` at removal. */
interface ResourceAudit<T extends ResourceTypes> {
  /** `tag`. Absent: the label of the resource. */
  readonly label?: string;
  /** Returns the name of a new row. Never a secret. */
  readonly nameOf: (fields: T["fields"]) => string;
  /** Returns the name of a removed row, if the audit log has it. */
  readonly nameOfRemoved?: (row: T["row"]) => string;
}

/** Describes a resource in the provisioning file (CFG-021 – CFG-025). */
export interface ResourceFile<T extends ResourceTypes> {
  /** Part of the file: `tags`. */
  readonly part: keyof ConfigFile;
  /** Reads the entries of a file, fills in defaults and reports errors. */
  readonly read: (config: ConfigFile, helpers: FileHelpers) => readonly T["entry"][];
  /** Returns the entry without its defaults. `variable` names the variable of a secret. */
  readonly write: (entry: T["entry"], variable: NameVariable) => unknown;
  /** Returns a key that is the same for an entry and the row that it describes. */
  readonly keyOf: (entry: T["entry"]) => string;
  /** Returns the name by which other entries name the row. Absent: the key. */
  readonly nameOf?: (entry: T["entry"]) => string;
  /** Returns the name of an entry in the plan, such as `tag VIP`. */
  readonly subject: (entry: T["entry"]) => string;
  /** Values that the plan compares and prints. Keys and lists have a fixed order. */
  readonly compared: (entry: T["entry"]) => Readonly<Record<string, unknown>>;
  /** The plan says "managed by the file" only for a row that has no other change. */
  readonly notesTakeoverAlone?: true;
  /** Secrets, which the plan compares without printing them. */
  readonly secrets?: readonly FileSecret<T>[];
  readonly changedSecrets?: (
    entry: T["entry"],
    row: T["row"],
    unseal: (sealed: Buffer) => string,
  ) => readonly string[];
  readonly toEntry: (row: T["row"], names: RowNames) => T["entry"];
  /**
   * Returns the fields that the file has. Others stay as they are. `isChanged`: a value of
   * `compared` or `secrets` differs from the row, or the row is new.
   */
  readonly toFields: (
    entry: T["entry"],
    ids: RowIds,
    isChanged: (name: string) => boolean,
  ) => Partial<T["fields"]>;
  /** Index of an entry in the part, if other kinds share the part. */
  readonly indexOf?: (entry: T["entry"]) => number;
  /** Returns a new channel whose generated secrets are printed once instead of `secrets`. */
  readonly toCreatedChannel?: (fields: T["fields"], entry: T["entry"]) => CreatedChannel;
  /** Returns the rows that an entry names and that the file or the account must have. */
  readonly references?: (entry: T["entry"]) => readonly FileReference[];
}
export interface CreatedChannel {
  readonly name: string;
  readonly publicId: string;
  /** null: the file contains it. */
  readonly randomString: string | null;
  readonly secret: string | null;
}
export interface FileSecret<T extends ResourceTypes> {
  /** Name in the plan. */
  readonly name: string;
  /** null: absent in the file, so that of the row stays. */
  readonly ofEntry: (entry: T["entry"]) => string | null;
  /** Encrypted. null: the row has none. */
  readonly ofRow: (row: T["row"]) => Buffer | null;
  /** Returns the generated secret of a new row, which is printed once. */
  readonly ofNewRow?: (fields: T["fields"]) => string;
}
/** Kinds of rows that entries of other resources name. */
export const referencedKinds = [
  "operator",
  "channel",
  "department",
  "tag",
  "canned_reply",
  "role",
  "bot",
  "webhook",
  "macro",
  "segment",
  "view",
  "article_section",
] as const;
export type ReferencedKind = (typeof referencedKinds)[number];
/** Returns the email, public id or name by which the file names a row. */
export type RowNames = Readonly<Record<ReferencedKind, (id: number) => string | undefined>>;
/** Returns the id of a row that the file names. References were checked, so none is missing. */
export type RowIds = Readonly<Record<ReferencedKind, (name: string) => number>>;
export interface FileReference {
  readonly kind: ReferencedKind | "widget" | "field";
  readonly name: string;
  /** Path within the entry. */
  readonly path: readonly (string | number)[];
}
export type NameVariable = (kind: string, name: string) => string;
export interface FileHelpers {
  /** Fields of the file, which its conditions can name as facts. */
  readonly fields: readonly FieldOfFact[];
  readonly reportError: (
    path: readonly (string | number)[],
    message: string,
    rule?: string,
  ) => void;
  /** Returns a secret from the file or from the environment, or null if it is absent. */
  readonly secret: (
    at: readonly (string | number)[],
    name: string,
    clear: string | undefined,
    fromEnv: string | undefined,
  ) => string | null;
  readonly unique: <E>(
    list: readonly E[],
    keyOf: (item: E) => string,
    onDuplicate: (n: number, first: number) => void,
  ) => void;
}
