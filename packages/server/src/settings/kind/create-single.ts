import type { AuditAction } from "@parlour/protocol/api";
import type { ConfigFile } from "@parlour/protocol/config";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Fields } from "@parlour/protocol/settings/field";
import type { SingleKind } from "@parlour/protocol/settings/kind";
import type { SingleValues } from "@parlour/protocol/settings/values";
import type { Action } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { Reader } from "../../store/database/reader.ts";
import { mergeAccountSettings } from "../../store/settings/account/account.ts";
import type { SaveContext, SingleResource } from "../single-resource.ts";
import type { SingleEntry } from "./file-entry.ts";
import { createSingleFile, type SingleFileRules } from "./single-file.ts";
import { listSecrets, parseBody } from "./values.ts";

/** What the server adds to the declaration of settings that an account has once. */
interface SingleRules<F extends Fields, State extends object> {
  readonly action: AuditAction;
  readonly rights: { readonly read: Action; readonly manage: Action };
  /** See `SingleResource`. */
  readonly fresh?: true;
  readonly tag?: string;
  readonly summaries: { readonly one: string; readonly change: string };
  readonly schemas: SingleResource<State, unknown>["schemas"];
  readonly find: (reader: Reader, account: number) => Promise<NoInfer<State>>;
  readonly isManaged: (state: State) => boolean;
  /** Whether the exported file contains the settings. */
  readonly isExported: (state: State) => boolean;
  readonly toValues: (state: State) => SingleValues<F>;
  /** Returns the values that the file has in another way. */
  readonly inFile?: (state: State) => Partial<SingleValues<F>>;
  /** See `SingleFileRules`. */
  readonly exportedSecrets?: SingleFileRules<F, State>["exportedSecrets"];
  readonly changedSecrets?: SingleFileRules<F, State>["changedSecrets"];
  readonly readEntry?: SingleFileRules<F, State>["readEntry"];
  readonly toCredentials?: SingleFileRules<F, State>["toCredentials"];
  /** Whether the plan changes the settings. Else it adds them. Absent: it always changes them. */
  readonly isSet?: (state: State) => boolean;
  /** Returns what Parlour adds to an answer. */
  readonly describe?: (state: State, context: { readonly now: number }) => object;
  /** Adds values that follow from others, and checks custom ones, which are as sent. Refuses. */
  readonly complete?: (given: Partial<SingleValues<F>>, before: State) => Partial<SingleValues<F>>;
  /** Returns a fault that no field can declare, as `is earlier than next_s`. */
  readonly findFault?: (
    values: SingleValues<F>,
  ) => { readonly field: string; readonly message: string } | undefined;
  /**
   * Returns the keys of `account.settings` with these values, and writes those that are elsewhere.
   * null: the file no longer contains the settings. `entry`: the part of the file, null for a
   * request.
   */
  readonly toSettings: (
    values: SingleValues<F> | null,
    context: SaveContext,
    before: State,
    entry: SingleEntry<F> | null,
  ) => StoredSettings | Promise<StoredSettings>;
}

type StoredSettings = Readonly<Record<string, unknown>>;

/** Returns routes, checks, answers and file part of settings that an account has once. */
export function createSingle<F extends Fields, State extends object>(
  declaration: SingleKind & {
    readonly path: string;
    readonly part: keyof ConfigFile;
    readonly fields: F;
  },
  rules: SingleRules<F, State>,
): SingleResource<State, SingleEntry<F>> {
  const { path, label, part, fields } = declaration;
  const { action, rights, summaries, schemas, find, isManaged, describe, findFault } = rules;
  const { isSet = () => true } = rules;
  const save = async (
    context: SaveContext,
    values: SingleValues<F> | null,
    before: State,
    entry: SingleEntry<F> | null,
  ): Promise<void> => {
    const settings = await rules.toSettings(values, context, before, entry);
    const isRequest = values !== null && entry === null;
    await mergeAccountSettings(context.tx, context.account, {
      ...settings,
      [`${part}_managed`]: isRequest ? undefined : entry && true,
    });
  };
  return {
    path,
    label,
    action,
    rights,
    summaries,
    schemas,
    ...omitAbsent({
      fresh: rules.fresh,
      tag: rules.tag,
      generated: listSecrets(fields)[0]?.[1].generated,
    }),
    find,
    change(context, body, before) {
      const given = parseBody(fields, body) as Partial<SingleValues<F>>;
      const values = {
        ...pickApi(fields, rules.toValues(before)),
        ...(rules.complete?.(given, before) ?? given),
      };
      const fault = findFault?.(values as SingleValues<F>);
      if (fault)
        refuse("invalid_request", `${fault.field} ${fault.message}.`, { field: fault.field });
      return save(context, values as SingleValues<F>, before, null);
    },
    toApi: (state, context) => ({
      ...rules.toValues(state),
      ...describe?.(state, context),
      managed: isManaged(state),
    }),
    file: createSingleFile<F, State>(declaration, {
      isManaged,
      isExported: rules.isExported,
      toValues: (state) =>
        isSet(state) ? { ...rules.toValues(state), ...rules.inFile?.(state) } : null,
      ...omitAbsent({
        findFault,
        exportedSecrets: rules.exportedSecrets,
        changedSecrets: rules.changedSecrets,
        readEntry: rules.readEntry,
        toCredentials: rules.toCredentials,
      }),
      save: (context, entry, before) =>
        save(context, entry && (entry.values as unknown as SingleValues<F>), before, entry),
    }),
  };
}

/** Values of fields that a request can change. */
const pickApi = (fields: Fields, values: object): StoredSettings =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.only !== "file"));
