import type { TSchema } from "typebox";
import type { AuditAction } from "@parlour/protocol/api";
import type { ConfigFile } from "@parlour/protocol/config";
import type { Fields } from "@parlour/protocol/settings/field";
import type { SingleKind } from "@parlour/protocol/settings/kind";
import type { SingleValues } from "@parlour/protocol/settings/values";
import type { Action } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { Reader } from "../../store/database/reader.ts";
import { mergeAccountSettings } from "../../store/settings/account/account.ts";
import { omitAbsent } from "../omit-absent.ts";
import type { AnswerContext } from "../resource.ts";
import type { SaveContext, SingleResource } from "../single-resource.ts";
import type { SingleEntry } from "./file-entry.ts";
import { createSingleFile } from "./single-file.ts";
import { parseBody } from "./values.ts";

/** What the server adds to the declaration of settings that an account has once. */
interface SingleRules<F extends Fields, State> {
  readonly action: AuditAction;
  readonly rights: { readonly read: Action; readonly manage: Action };
  /** See `SingleResource`. */
  readonly fresh?: true;
  readonly tag?: string;
  readonly summaries: { readonly one: string; readonly change: string };
  readonly schemas: { readonly entity: TSchema; readonly patch: TSchema };
  readonly find: (reader: Reader, account: number) => Promise<NoInfer<State> | null>;
  readonly isManaged: (state: State) => boolean;
  /** Whether the exported file contains the settings. */
  readonly isExported: (state: State) => boolean;
  readonly toValues: (state: State) => SingleValues<F>;
  /** Returns what Parlour adds to an answer. */
  readonly describe?: (state: State, context: Pick<AnswerContext, "now">) => object;
  /** Returns a fault that no field can declare, as `is earlier than next_s`. */
  readonly findFault?: (
    values: SingleValues<F>,
  ) => { readonly field: string; readonly message: string } | undefined;
  /**
   * Returns the keys of `account.settings` with these values, and writes those that are elsewhere.
   * null: the file no longer contains the settings.
   */
  readonly toSettings: (
    values: SingleValues<F> | null,
    context: SaveContext,
    before: State,
  ) => StoredSettings | Promise<StoredSettings>;
}

type StoredSettings = Readonly<Record<string, unknown>>;

/**
 * Returns the routes, checks, answers and the part of the provisioning file of settings that an
 * account has once.
 */
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
  const save = async (
    context: SaveContext,
    values: SingleValues<F> | null,
    before: State,
    managed: StoredSettings = {},
  ): Promise<void> => {
    const settings = { ...(await rules.toSettings(values, context, before)), ...managed };
    await mergeAccountSettings(context.tx, context.account, settings);
  };
  return {
    path,
    label,
    action,
    rights,
    summaries,
    schemas,
    ...omitAbsent({ fresh: rules.fresh, tag: rules.tag }),
    find,
    change(context, body, before) {
      const values = { ...pickApi(fields, rules.toValues(before)), ...parseBody(fields, body) };
      const fault = findFault?.(values as SingleValues<F>);
      if (fault)
        refuse("invalid_request", `${fault.field} ${fault.message}.`, { field: fault.field });
      return save(context, values as SingleValues<F>, before);
    },
    toApi: (state, context) => ({
      ...rules.toValues(state),
      ...describe?.(state, context),
      managed: isManaged(state),
    }),
    file: createSingleFile<F, State>(declaration, {
      isManaged,
      isExported: rules.isExported,
      toValues: rules.toValues,
      ...omitAbsent({ findFault }),
      save: (context, entry, before) =>
        save(context, entry && (entry.values as unknown as SingleValues<F>), before, {
          [`${part}_managed`]: entry && true,
        }),
    }),
  };
}

/** Values of fields that a request can change. */
const pickApi = (fields: Fields, values: object): StoredSettings =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.only !== "file"));
