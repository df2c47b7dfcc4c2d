import type { ConfigFile } from "@parlour/protocol/config";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Fields } from "@parlour/protocol/settings/field";
import type { SingleKind } from "@parlour/protocol/settings/kind";
import type { NamedValues, SingleValues } from "@parlour/protocol/settings/values";
import type { FileHelpers } from "../resource.ts";
import type { SaveContext, SingleResourceFile } from "../single-resource.ts";
import { readSingle, toCompared, type SingleEntry } from "./file-entry.ts";
import { writeSingle } from "./write-entry.ts";
import { listCredentials } from "./values.ts";

/** What the server adds to the declaration for the provisioning file. */
export interface SingleFileRules<F extends Fields, State> {
  /** Absent: the file always manages the settings. */
  readonly isManaged?: (state: State) => boolean;
  readonly isExported: (state: State) => boolean;
  /** Returns null if the settings are not set. */
  readonly toValues: (state: State) => SingleValues<F> | null;
  readonly exportedSecrets?: (state: State) => readonly string[];
  readonly changedSecrets?: (
    entry: SingleEntry<F>,
    state: State,
    unseal: (sealed: Buffer) => string,
  ) => readonly string[];
  /** Returns the values of the file as they are stored. Reports what no field can declare. */
  readonly readEntry?: (values: NamedValues<F>, helpers: FileHelpers) => NamedValues<F>;
  /** Returns how to decrypt each stored credential. null: there is none. */
  readonly toCredentials?: (state: State) => Readonly<Record<string, OpenCredential | null>>;
  /** What a file without the part means. Absent: it does not manage the settings. */
  readonly absent?: object;
  /** Returns a fault that no field can declare, as `is earlier than next_s`. */
  readonly findFault?: (
    values: SingleValues<F>,
    credentials: Readonly<Record<string, string | null>>,
  ) => { readonly field: string; readonly message: string; readonly rule?: string } | undefined;
  /** Writes the entry. null: the file no longer contains the settings. */
  readonly save: (
    context: SaveContext,
    entry: SingleEntry<F> | null,
    before: State,
  ) => Promise<void>;
  readonly affectsAllAccounts?: true;
}
type OpenCredential = (unseal: (sealed: Buffer) => string) => string;

/** Returns the part of the provisioning file of settings that exist once. */
export function createSingleFile<F extends Fields, State>(
  declaration: SingleKind & { readonly part: keyof ConfigFile; readonly fields: F },
  rules: SingleFileRules<F, State>,
): SingleResourceFile<State, SingleEntry<F>> {
  const { label, part, fields, of = "account" } = declaration;
  const { isManaged = () => true, isExported, toValues, toCredentials, save } = rules;
  const names = listCredentials(fields).map(([name]) => name);
  const toEntry = (state: State): SingleEntry<F> | null => {
    const values = toValues(state);
    const stored = toCredentials?.(state) ?? {};
    return (
      values && {
        values: values as SingleEntry<F>["values"],
        secrets: {},
        credentials: [
          ...names.filter((name) => stored[name] != null),
          ...(rules.exportedSecrets?.(state) ?? []),
        ],
      }
    );
  };
  return {
    of,
    part,
    subject: label,
    read(config, helpers) {
      const given = config[part] ?? rules.absent;
      if (given === undefined) return null;
      const read = readSingle<F>(declaration, given as object, helpers);
      const entry = { ...read, values: rules.readEntry?.(read.values, helpers) ?? read.values };
      const values = entry.values as unknown as SingleValues<F>;
      const fault = rules.findFault?.(values, entry.secrets);
      if (fault)
        helpers.reportError(
          [part, fault.field],
          fault.message,
          fault.rule ?? fields[fault.field]?.rule,
        );
      return entry;
    },
    write(state, variable) {
      const entry = isExported(state) ? toEntry(state) : null;
      return entry === null ? undefined : writeSingle(declaration, entry, variable);
    },
    isManaged,
    toEntry,
    compared: ({ values }) => toCompared(declaration, values),
    changedSecrets(entry, state, unseal) {
      const stored = toCredentials?.(state) ?? {};
      const changed = names.filter((name) => {
        const given = entry.secrets[name] ?? null;
        // A field that does not exist any more keeps its credential.
        if (given === null && fields[name]?.shownIf !== undefined) return false;
        return given !== (stored[name]?.(unseal) ?? null);
      });
      return [...changed, ...(rules.changedSecrets?.(entry, state, unseal) ?? [])];
    },
    save,
    ...omitAbsent({ affectsAllAccounts: rules.affectsAllAccounts }),
  };
}
