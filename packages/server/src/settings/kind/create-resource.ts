import type { TSchema } from "typebox";
import type { Fields } from "@parlour/protocol/settings/field";
import type { ListKind } from "@parlour/protocol/settings/kind";
import type { CreatedAnswer, NewBody } from "@parlour/protocol/settings/values";
import type { ConfigFile } from "@parlour/protocol/config";
import { can, type Action } from "../../auth/index.ts";
import type { SettingsKind } from "../../core/event.ts";
import type { Given, KindRow, KindStore } from "../../store/settings/kind-store.ts";
import { assertReferences } from "../references.ts";
import type { AnswerContext, SettingsResource } from "../resource.ts";
import {
  listReferences,
  readEntries,
  toCompared,
  toEntry,
  toGiven,
  toKey,
  writeEntry,
  type Entry,
} from "./file-entry.ts";
import { createNewValues, listGenerated, listHints, listSecrets, parseBody } from "./values.ts";

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

/** What the server adds to the declaration of a kind. Everything else is derived. */
interface KindRules<F extends Fields, Facts, Added> {
  readonly rights: { readonly read: Action; readonly manage: Action };
  /** Routes that need a recent confirmation of identity (CORE-014). */
  readonly fresh?: readonly ("create" | "change" | "remove")[];
  readonly summaries: Readonly<Record<"list" | "one" | "create" | "change" | "remove", string>>;
  readonly schemas: Readonly<Record<"entity" | "page" | "create" | "patch", TSchema>> & {
    /** The answer to a creation, if it shows more than a row. */
    readonly created?: TSchema;
  };
  readonly store: KindStore<F, Facts>;
  /** Returns what Parlour adds to an answer. */
  readonly describe?: (facts: Facts, context: AnswerContext) => Added;
  /** Returns the name of a new row for the audit log. Never a secret. Absent: the key. */
  readonly nameOf?: (values: Given<F>) => string;
  /** Returns the name of an entry in the plan of the file. Absent: the label and the key. */
  readonly subject?: (key: string) => string;
  /** See `ResourceFile`. */
  readonly notesTakeoverAlone?: true;
}

/**
 * Returns the routes, checks, answers and the part of the provisioning file of a kind: trimmed
 * texts, defaults, generated secrets, the existence of references.
 */
export function createResource<F extends Fields, Facts, Added extends object = object>(
  declaration: Declaration<F>,
  { store, describe, nameOf, subject, notesTakeoverAlone, ...rules }: KindRules<F, Facts, Added>,
): SettingsResource<KindTypes<F, Facts, Added>> {
  const { label, part, key, fields } = declaration;
  const nameOfKey = (values: object): string =>
    String((values as Readonly<Record<string, unknown>>)[key]);
  return {
    shape: { ...declaration, texts: {} },
    label,
    ...rules,
    store,
    audit: { nameOf: nameOf ?? nameOfKey },
    newFields: () => createNewValues(fields) as Partial<Given<F>>,
    parse: (body) => parseBody(fields, body) as Partial<Given<F>>,
    check: (given, before, context) =>
      assertReferences(fields, given, before === null ? null : before.values, context),
    toApi: (row, context, created) =>
      ({
        id: row.id,
        ...row.values,
        ...listHints(fields, row.secrets, can(context.principal, rules.rights.manage)),
        ...describe?.(row.facts, context),
        created_at: row.createdAt,
        managed: row.managed,
        ...listGenerated(fields, created),
      }) as CreatedAnswer<F, Added>,
    file: {
      part,
      read: (config, helpers) =>
        readEntries<F>(declaration, (config[part] ?? []) as readonly (object | string)[], helpers),
      write: (entry, variable) => writeEntry(declaration, entry, variable),
      keyOf: (entry) => toKey(declaration, entry),
      subject: ({ values }) => subject?.(nameOfKey(values)) ?? `${label} ${nameOfKey(values)}`,
      compared: ({ values }) => toCompared(fields, values),
      secrets: listSecrets(fields).map(([name]) => ({
        name,
        ofEntry: ({ secrets }) => secrets[name] ?? null,
        ofRow: ({ secrets }) => secrets[name]?.sealed ?? null,
        ofNewRow: (given) => String((given as Readonly<Record<string, unknown>>)[name]),
      })),
      toEntry: (row, names) => toEntry<F>(fields, row.values, names),
      toFields: (entry, ids, isChanged) =>
        toGiven(fields, entry, ids, isChanged) as Partial<Given<F>>,
      references: (entry) => listReferences(fields, entry.values),
      ...(notesTakeoverAlone && { notesTakeoverAlone }),
    },
  };
}
