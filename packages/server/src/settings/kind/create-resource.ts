import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { TSchema } from "typebox";
import type { Fields } from "@parlour/protocol/settings/field";
import type { ListKind } from "@parlour/protocol/settings/kind";
import type {
  CreatedAnswer,
  NamedValues,
  NewBody,
  Values,
} from "@parlour/protocol/settings/values";
import { listDefaults, mergeGroups } from "@parlour/protocol/settings/paths";
import type { ConfigFile } from "@parlour/protocol/config";
import { can, type Action } from "../../auth/index.ts";
import type { SettingsKind } from "../../core/event.ts";
import type { Given, KindRow, KindStore } from "../../store/settings/kind-store.ts";
import { assertReferences } from "../references.ts";
import type {
  AnswerContext,
  CheckContext,
  CreatedChannel,
  FileSecret,
  ResourceFile,
  SettingsResource,
  StoredResource,
} from "../resource.ts";
import {
  isEntryOf,
  listReferences,
  readEntries,
  toCompared,
  toEntry,
  toGiven,
  type Entry,
  type FileKind,
} from "./file-entry.ts";
import {
  createNewValues,
  listGenerated,
  listGroupCredentials,
  listHints,
  listSecrets,
  omitObjects,
  parseBody,
} from "./values.ts";
import { writeEntry } from "./write-entry.ts";

/** Types of a resource that is derived from the declaration of a kind. */
interface KindTypes<F extends Fields, Facts, Added> {
  readonly fields: Given<F>;
  readonly row: KindRow<F, Facts>;
  readonly body: NewBody<F>;
  readonly api: CreatedAnswer<F, Added>;
  readonly entry: Entry<F>;
}

type Declaration<F extends Fields> = ListKind & {
  readonly kind: SettingsKind;
  readonly part: keyof ConfigFile;
  readonly fields: F;
};

/** Reports a fault of an entry of the file. The path begins in the entry. */
type ReportFault = (path: readonly (string | number)[], message: string, rule?: string) => void;

/** What the server adds to the declaration of a kind. Everything else is derived. */
interface KindRules<F extends Fields, Facts, Added> {
  readonly rights: { readonly read: Action; readonly manage: Action };
  /** Routes that need a recent confirmation of identity (CORE-014). */
  readonly fresh?: readonly ("create" | "change" | "remove")[];
  /** A route without a summary does not exist. */
  readonly summaries: Readonly<Record<"list" | "create" | "remove", string>> &
    Readonly<Partial<Record<"one" | "change" | "order", string>>>;
  /** `created`: the answer to a creation, if it shows more than a row. */
  readonly schemas: Readonly<Record<"entity" | "page" | "create", TSchema>> &
    Readonly<Partial<Record<"patch" | "created", TSchema>>>;
  /** May list only the rows that a principal sees. */
  readonly store: Omit<KindStore<F, Facts>, "list"> & {
    readonly list: SettingsResource<KindTypes<F, Facts, Added>>["store"]["list"];
  };
  /** Returns what Parlour adds to an answer. */
  readonly describe?: (facts: Facts, context: AnswerContext) => Added;
  /** Adds derived values and checks custom ones, which are as sent. See `SettingsResource`. */
  readonly complete?: (
    given: Partial<Given<F>>,
    before: KindRow<F, Facts> | null,
    context: CheckContext,
  ) => Partial<Given<F>> | Promise<Partial<Given<F>>>;
  /** Throws a `Refusal` for a rule that no field can declare. */
  readonly check?: (
    values: Given<F>,
    before: KindRow<F, Facts> | null,
    context: CheckContext,
  ) => Promise<void> | void;
  /** Throws a `Refusal` if the principal must not remove the row. */
  readonly checkRemoval?: (row: KindRow<F, Facts>, context: CheckContext) => Promise<void>;
  /** See `SettingsResource`. */
  readonly recordEnd?: (row: KindRow<F, Facts>, context: CheckContext) => Promise<void>;
  /** How the file contains custom values, by name of the field. */
  readonly custom?: FileKind["custom"];
  readonly form?: FileKind["form"];
  readonly keyOf?: (values: NamedValues<F>) => string;
  /** Returns the name by which other entries of the file name a row. Absent: the key. */
  readonly referenceOf?: (values: NamedValues<F>) => string;
  /** Fields that the plan of the file compares. Absent: all. */
  readonly compared?: readonly (keyof F & string)[];
  readonly conflict?: SettingsResource<KindTypes<F, Facts, Added>>["conflict"];
  /** Name of the kind in the audit log. Absent: the label. */
  readonly auditLabel?: string;
  readonly checkEntry?: (values: NamedValues<F>, report: ReportFault, config: ConfigFile) => void;
  /** Adds what an entry of the file may omit because it follows from other parts of the file. */
  readonly fillEntry?: (entry: object, config: ConfigFile, report: ReportFault) => object;
  readonly completeEntry?: (values: NamedValues<F>) => Partial<Given<F>>;
  /** See `ResourceFile`. */
  readonly toCreatedChannel?: (given: Given<F>, entry: Entry<F>) => CreatedChannel;
  /** Returns the name of a new row for the audit log. Never a secret. Absent: the key. */
  readonly nameOf?: (values: Values<F>) => string;
  /** The audit log names removed rows too. */
  readonly namesRemoved?: true;
  /** Returns the name of an entry in the plan of the file. Absent: the label and the key. */
  readonly subject?: (values: NamedValues<F>) => string;
  /** See `ResourceFile`. */
  readonly notesTakeoverAlone?: true;
}

/**
 * Returns the routes, checks, answers and the part of the provisioning file of a kind: trimmed
 * texts, defaults, generated secrets, the existence of references.
 */
export function createResource<F extends Fields, Facts, Added extends object = object>(
  declaration: Declaration<F>,
  rules: KindRules<F, Facts, Added>,
): SettingsResource<KindTypes<F, Facts, Added>> {
  const { label, key, fields } = declaration;
  const { rights, fresh, summaries, schemas, store, describe, checkRemoval, recordEnd, conflict } =
    rules;
  const nameOf = rules.nameOf ?? readText(key);
  return {
    ...createStored(declaration, rules),
    label,
    rights,
    summaries,
    schemas,
    store,
    ...omitAbsent({ fresh, checkRemoval, recordEnd, conflict }),
    async complete(given, before, context) {
      const groups = mergeGroups(fields, given, before?.values ?? listDefaults(fields));
      const whole = { ...given, ...groups };
      return { ...groups, ...(await rules.complete?.(whole, before, context)) } as Partial<
        Given<F>
      >;
    },
    audit: {
      nameOf,
      ...omitAbsent({
        label: rules.auditLabel,
        nameOfRemoved: rules.namesRemoved && (({ values }) => nameOf(values)),
      }),
    },
    parse: (body) => parseBody(fields, body) as Partial<Given<F>>,
    check: async (given, before, context) => {
      await assertReferences(fields, given, before === null ? null : before.values, context);
      await rules.check?.({ ...before?.values, ...given }, before, context);
    },
    toApi: (row, context, created) =>
      ({
        id: row.id,
        ...omitObjects(fields, row.values),
        ...listHints(fields, row.secrets, can(context.principal, rights.manage)),
        ...describe?.(row.facts, context),
        created_at: row.createdAt,
        managed: row.managed,
        ...listGenerated(fields, created),
      }) as unknown as CreatedAnswer<F, Added>,
  };
}

const readStoredSecret = (
  path: string,
): FileSecret<{
  fields: object;
  row: KindRow<Fields>;
  body: object;
  api: object;
  entry: Entry<Fields>;
}> => ({
  name: path,
  ofEntry: ({ secrets }) => secrets[path] ?? null,
  ofRow: ({ secrets }) => secrets[path]?.stored ?? null,
});
/** Returns the function that reads a field as text. */
const readText = (name: string) => (values: object) =>
  String((values as Readonly<Record<string, unknown>>)[name]);

/** Returns the parts of a kind that the plan and export of the provisioning file need. */
export const createStored = <F extends Fields, Facts, Added extends object = object>(
  declaration: Declaration<F>,
  rules: Partial<KindRules<F, Facts, Added>> & {
    readonly store: KindRules<F, Facts, Added>["store"];
  },
): StoredResource<KindTypes<F, Facts, Added>> => ({
  shape: { ...declaration, texts: {} },
  store: rules.store,
  newFields: () => createNewValues(declaration.fields) as Partial<Given<F>>,
  file: createFilePart(declaration, rules),
});

/** Describes the entries of a kind in the provisioning file. */
function createFilePart<F extends Fields, Facts, Added>(
  declaration: Declaration<F>,
  rules: Partial<KindRules<F, Facts, Added>>,
): ResourceFile<KindTypes<F, Facts, Added>> {
  const { label, part, key, fields } = declaration;
  const { subject, checkEntry, completeEntry, notesTakeoverAlone, custom, keyOf, form } = rules;
  const { referenceOf } = rules;
  const kind: FileKind<F> = { ...declaration, custom, keyOf, form };
  const isCompared = (name: string): boolean => rules.compared?.includes(name) ?? true;
  const compared = Object.fromEntries(Object.entries(fields).filter(([name]) => isCompared(name)));
  const toSubject = subject ?? ((values: object) => `${label} ${readText(key)(values)}`);
  return {
    part,
    read(config, helpers) {
      const reportAt =
        (n: number): ReportFault =>
        (path, message, rule) =>
          helpers.reportError([part, n, ...path], message, rule);
      const list = ((config[part] ?? []) as readonly (object | string)[]).map((entry, n) =>
        typeof entry === "object" && isEntryOf(kind, entry)
          ? (rules.fillEntry?.(entry, config, reportAt(n)) ?? entry)
          : entry,
      );
      const entries = readEntries<F>(kind, list, helpers);
      for (const { n, values } of entries) checkEntry?.(values, reportAt(n), config);
      return entries;
    },
    write: (entry, variable) => writeEntry(kind, entry, variable),
    keyOf: (entry) => entry.key,
    ...omitAbsent({
      nameOf: referenceOf && (({ values }: Entry<F>) => referenceOf(values)),
    }),
    subject: ({ values }) => toSubject(values),
    compared: ({ values }) => toCompared({ fields: compared, custom }, values),
    // A key is never compared: another key is another row.
    secrets: [
      ...listSecrets(fields)
        .filter(([name]) => name !== key)
        .map(([name, { optional }]) => ({
          ...readStoredSecret(name),
          ...omitAbsent({ ofNewRow: optional ? undefined : readText(name) }),
        })),
      ...listGroupCredentials(fields).map(readStoredSecret),
    ],
    toEntry: (row, names) => toEntry(kind, row, names),
    toFields: (entry, ids, isChanged) => ({
      ...(toGiven(kind, entry, ids, isChanged) as Partial<Given<F>>),
      ...completeEntry?.(entry.values),
    }),
    references: (entry) => listReferences({ fields, custom }, entry.values),
    indexOf: ({ n }) => n,
    ...omitAbsent({ notesTakeoverAlone, toCreatedChannel: rules.toCreatedChannel }),
  };
}
