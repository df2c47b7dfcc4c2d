import type { TSchema } from "typebox";
import type { AuditAction } from "@parlour/protocol/api";
import type { ConfigFile } from "@parlour/protocol/config";
import type { Action } from "../auth/index.ts";
import type { Reader } from "../store/database/reader.ts";
import type { Sql } from "../store/database/sql.ts";
import type { AnswerContext, FileHelpers, NameVariable } from "./resource.ts";

/** Types of settings that an account has once, by name. */
export interface SingleResourceTypes {
  /** As the store reads it. */
  readonly row: object;
  /** Body of a change: a part of the settings. */
  readonly body: object;
  /** As the service API returns it. */
  readonly api: object;
  /** As the provisioning file describes it, with every default filled in. */
  readonly entry: object;
}

/**
 * Settings that an account has once, described once. The routes of the service API
 * (`api/settings/single-resource-routes.ts`) and the plan and export of the provisioning file
 * (`provisioning/plan/plan-single-resource.ts`) derive from it.
 */
export interface SingleResource<T extends SingleResourceTypes> {
  /** `working-hours`: /working-hours in the API. */
  readonly path: string;
  /** Name in the audit log: `working hours`. */
  readonly label: string;
  /** Action of a change in the audit log. */
  readonly action: AuditAction;
  readonly rights: { readonly read: Action; readonly manage: Action };
  /** Summaries of the routes in the OpenAPI document. */
  readonly summaries: { readonly one: string; readonly change: string };
  readonly schemas: { readonly entity: TSchema; readonly patch: TSchema };
  /** Returns null if the account does not exist. */
  readonly find: (reader: Reader, account: number) => Promise<T["row"] | null>;
  /** Writes a change of the service API. Throws a `Refusal` if it is not valid. */
  readonly change: (tx: Sql, account: number, body: T["body"], before: T["row"]) => Promise<void>;
  readonly toApi: (row: T["row"], context: Pick<AnswerContext, "now">) => T["api"];
  readonly file: SingleResourceFile<T["row"], T["entry"]>;
}

/** How the provisioning file describes settings that exist once (CFG-021 – CFG-025). */
export interface SingleResourceFile<Row, Entry> {
  /** Part of the file: `working_hours`. */
  readonly part: keyof ConfigFile;
  /** Name in the plan: `working hours`. */
  readonly subject: string;
  /** Reads the part of a file, fills in defaults and reports errors. null: absent. */
  readonly read: (config: ConfigFile, helpers: FileHelpers) => Entry | null;
  /** Returns the part of an exported file. undefined: the file does not need it. */
  readonly write: (row: Row, variable: NameVariable) => unknown;
  readonly isManaged: (row: Row) => boolean;
  /** Returns the part that describes the row. null: the settings are not set. */
  readonly toEntry: (row: Row) => Entry | null;
  /** Values that the plan compares and prints. */
  readonly compared: (entry: Entry) => Readonly<Record<string, unknown>>;
  /** Returns the names of secrets that the entry changes. The plan does not print their values. */
  readonly changedSecrets?: (entry: Entry, row: Row) => readonly string[];
  /** Writes the entry. null: the file has it no longer. */
  readonly save: (context: SaveContext, entry: Entry | null, before: Row) => Promise<void>;
}
export interface SaveContext {
  readonly tx: Sql;
  readonly account: number;
  readonly now: number;
  /** Encrypts a secret with SECRET_KEY. */
  readonly seal: (text: string) => Buffer;
  /** Prints a generated secret once after the file was applied. */
  readonly printSecret: (secret: string) => void;
}
