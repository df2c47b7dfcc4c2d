import { Field, FieldPatch, Fields, NewField } from "@parlour/protocol/api";
import { chatFacts, type FieldOfFact } from "@parlour/protocol/conditions/facts";
import type { OptionNames } from "@parlour/protocol/entity/widget/languages";
import { field } from "@parlour/protocol/settings/kinds/chats/field";
import { refuse } from "../../core/failure.ts";
import { fieldStore } from "../../store/settings/content/field.ts";
import { assertFieldUnused } from "../../store/conditions/field-users.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { sortKeys } from "../sort-keys.ts";

/** Fields that the account defines for its visitors and chats (FLD-001). */
export const fieldResource = createResource(field, {
  rights: { read: "chats.read", manage: "account.manage" },
  summaries: { ...summarizeRequests("a field", "fields"), remove: "Remove a field" },
  schemas: { entity: Field, page: Fields, create: NewField, patch: FieldPatch },
  store: fieldStore,
  check: (values) => {
    const [problem = null] = findFieldProblems(values);
    if (problem !== null)
      refuse("invalid_request", `${problem.name} ${problem.message}.`, { field: problem.name });
  },
  checkRemoval: ({ values }, { tx, account }) =>
    assertFieldUnused(tx, account, `${values.object}.${values.key}`),
  conflict: {
    message: "A field with this key exists, or was removed. A key is never used again.",
    field: "key",
  },
  custom: {
    names: { toCompared: sortKeys },
    helps: { toCompared: sortKeys },
    option_names: { toCompared: sortKeys },
  },
  keyOf: ({ object, key }) => `${object}.${key}`,
  subject: ({ object, key }) => `field ${object}.${key}`,
  nameOf: ({ object, key }) => `${object}.${key}`,
  checkEntry: (values, report) => {
    for (const { name, message, rule } of findFieldProblems(values)) report([name], message, rule);
  },
});

interface FieldProblem {
  readonly name: "key" | "options" | "option_names";
  readonly message: string;
  readonly rule: string;
}

/**
 * Returns what no single value shows: a key that a fact has, options that the kind lacks, and names
 * of options that the field lacks.
 */
function findFieldProblems({
  object,
  key,
  kind,
  options,
  option_names,
}: FieldOfFact & { readonly option_names: OptionNames }): readonly FieldProblem[] {
  const named = Object.values(option_names).flatMap((names) => Object.keys(names));
  const unknown = named.find((option) => !options.includes(option));
  const hasOptions = kind === "one_of" || kind === "several_of";
  const problems: (FieldProblem | false)[] = [
    Object.hasOwn(chatFacts, `${object}.${key}`) && {
      name: "key",
      message: `is the name of a value that every ${object} has`,
      rule: "FLD-002",
    },
    hasOptions !== options.length > 0 && {
      name: "options",
      message: `must ${hasOptions ? "have at least one option" : "be empty"}, because the kind is ${kind}`,
      rule: "FLD-004",
    },
    unknown !== undefined && {
      name: "option_names",
      message: `names ${unknown}, which is none of the options`,
      rule: "FLD-006",
    },
  ];
  return problems.filter((problem) => problem !== false);
}
