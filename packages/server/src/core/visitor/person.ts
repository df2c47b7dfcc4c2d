import { contacts, mapContacts, type ContactField, type ContactOwner } from "../contacts.ts";
import type { Contact, Visitor } from "../entity.ts";
import { fail, type Failure } from "../failure.ts";
import { listSourcedValues, toContactKeys } from "../search/contact-keys.ts";

/** Maximum number of visitors that operators can merge to one person (CORE-294). */
export const maxVisitorsOfPerson = 20;

/** One of the two visitors of a merge, as stored. */
export interface MergeSide {
  readonly id: number;
  /** True if the visitor was erased or their erasure was ordered. */
  readonly isErased: boolean;
  /** Ids of the visitors of the same person, including this one. */
  readonly person: readonly number[];
}

/**
 * Decides whether an operator may merge two different visitors (CORE-291). Returns `already` if
 * they are one person. Failures: `not_available` for an erased visitor, `at_limit`.
 */
export function decideMerge(first: MergeSide, second: MergeSide): Failure | "already" | "merged" {
  if (first.isErased || second.isErased)
    return fail("not_available", "An erased visitor cannot be merged.");
  if (first.person.includes(second.id)) return "already";
  return first.person.length + second.person.length > maxVisitorsOfPerson
    ? fail(
        "at_limit",
        `A person has at most ${maxVisitorsOfPerson} visitors. Undo another merge first.`,
        { limit: "visitors" },
      )
    : "merged";
}

/** A value of a person, with the number of the visitor who has it. */
interface PersonValue extends Omit<Contact, "others"> {
  readonly visitor: number;
}
export type PersonValues = Readonly<Record<ContactField, readonly PersonValue[]>>;

/** Combines the values of a person's visitors. Equal ones appear once, at their first visitor. */
export function combineValues(
  visitors: readonly (ContactOwner & { readonly number: Visitor["number"] })[],
): PersonValues {
  return mapContacts((field): readonly PersonValue[] => {
    const taken = new Set<string>();
    const values: PersonValue[] = [];
    for (const visitor of visitors)
      for (const value of listSourcedValues(visitor[field])) {
        const keys = toComparisonKeys(field, value.value);
        if (!keys.some((key) => taken.has(key))) values.push({ ...value, visitor: visitor.number });
        for (const key of keys) taken.add(key);
      }
    return values;
  });
}
function toComparisonKeys(field: ContactField, value: string): readonly string[] {
  const { comparedAs } = contacts[field];
  const keys = comparedAs === undefined ? [] : toContactKeys(comparedAs, value);
  return keys.length === 0 ? [`= ${value.trim()}`] : keys;
}
