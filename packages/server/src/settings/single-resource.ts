import type { TSchema } from "typebox";
import type { AuditAction } from "@parlour/protocol/api";
import type { ConfigFile } from "@parlour/protocol/config";
import type { Action } from "../auth/index.ts";
import type { Reader } from "../store/database/reader.ts";
import type { Sql } from "../store/database/sql.ts";
import type { HostAuthority } from "./account/host-names.ts";
import type { FileHelpers, NameVariable } from "./resource.ts";

/**
 * Settings that an account has once, described once. The routes of the service API
 * (`api/settings/single-resource-routes.ts`) and the plan and export of the provisioning file
 * (`provisioning/plan/plan-single-resource.ts`) derive from it. `State`: as the store reads them.
 */
export interface SingleResource<State extends object, Entry> {
  /** `working-hours`: /working-hours in the API. */
  readonly path: string;
  /** Name in the audit log: `working hours`. */
  readonly label: string;
  readonly action: AuditAction;
  readonly rights: { readonly read: Action; readonly manage: Action };
  /** A change needs a recent confirmation of identity (CORE-014). */
  readonly fresh?: true;
  /** Tag of the routes in the OpenAPI document. Absent: the path. */
  readonly tag?: string;
  /** Summaries of the routes in the OpenAPI document. */
  readonly summaries: { readonly one: string; readonly change: string };
  /** `changed`: the answer to a change, if it shows a generated secret. */
  readonly schemas: Readonly<Record<"entity" | "patch", TSchema>> & { readonly changed?: TSchema };
  /** Field of the answer to a change that contains a generated secret. Absent: there is none. */
  readonly generated?: string;
  /** Reads the settings. An account that does not exist has the defaults. */
  readonly find: (reader: Reader, account: number) => Promise<State>;
  /** Writes a change of the service API. Throws a `Refusal` if it is not valid. */
  readonly change: (context: SaveContext, body: object, before: State) => Promise<void>;
  readonly toApi: (state: State, context: { readonly now: number }) => object;
  readonly file: SingleResourceFile<State, Entry>;
}

/** How the provisioning file describes settings that exist once (CFG-021 – CFG-025). */
export interface SingleResourceFile<State, Entry> {
  /** Absent: of the account. */
  readonly of?: "account" | "installation";
  /** Every account must reload its settings after a change. */
  readonly affectsAllAccounts?: true;
  /** Part of the file: `working_hours`. */
  readonly part: keyof ConfigFile;
  /** Name in the plan: `working hours`. */
  readonly subject: string;
  /** Reads the part of a file, fills in defaults and reports errors. null: absent. */
  readonly read: (config: ConfigFile, helpers: FileHelpers) => Entry | null;
  /** Returns the part of an exported file. undefined: the file does not need it. */
  readonly write: (state: State, variable: NameVariable) => unknown;
  readonly isManaged: (state: State) => boolean;
  /** Returns the part that describes the row. null: the settings are not set. */
  readonly toEntry: (state: State) => Entry | null;
  /** Values that the plan compares and prints. */
  readonly compared: (entry: Entry) => Readonly<Record<string, unknown>>;
  /** Returns the names of secrets that the entry changes. The plan does not print their values. */
  readonly changedSecrets?: (
    entry: Entry,
    state: State,
    unseal: (sealed: Buffer) => string,
  ) => readonly string[];
  /** Writes the entry. null: the file has it no longer. */
  readonly save: (context: SaveContext, entry: Entry | null, before: State) => Promise<void>;
}
/** The entry that the provisioning file has for settings. */
export type SingleEntryOf<R> = R extends { readonly file: SingleResourceFile<never, infer Entry> }
  ? Entry
  : never;
export interface SaveContext {
  readonly tx: Sql;
  readonly account: number;
  readonly now: number;
  /** Encrypts a secret with SECRET_KEY. */
  readonly seal: (text: string) => Buffer;
  /** Shows a generated secret once: in the answer, or after the file was applied. */
  readonly printSecret: (secret: string) => void;
  /** Which host names the change may claim (HELP-016). */
  readonly hosts: HostAuthority;
}
