import { assigned } from "../draft.ts";
import type { Visitor, Contact, NamedRef } from "../entity.ts";
import type { VisitorData } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { contactNames, type ContactField } from "../contacts.ts";
import { mergeContact } from "./resolve.ts";

/** A text replaces the value, null removes it, and an absent field keeps it. */
export type VisitorEdit = { readonly operatorId: number } & {
  readonly [F in ContactField]?: string | null;
};

/** Stores an operator's corrections with the source `operator` (CORE-020, API-264). */
export function editVisitor(edit: VisitorEdit): CommandHandler<Visitor> {
  return (context) => {
    const actor = authorizeOperator(context, edit.operatorId);
    if (isFailure(actor)) return actor;
    const stored = context.visitor?.entity;
    if (stored === undefined) return fail("not_found", "There is no such visitor.");
    let visitor = stored;
    for (const field of contactNames) {
      const contact = editContact(context, stored, field, { value: edit[field], by: actor });
      if (contact !== stored[field]) visitor = { ...visitor, [field]: contact };
    }
    return {
      events: visitor === stored ? [] : [{ name: "visitor_updated", visitor }],
      answer: { number: assigned.visitorNumber, ...visitor },
    };
  };
}

function editContact(
  context: CommandContext,
  visitor: VisitorData,
  field: ContactField,
  { value, by }: { readonly value: string | null | undefined; readonly by: NamedRef },
): Contact | null | undefined {
  if (value === undefined) return visitor[field];
  return value === null || value.trim() === ""
    ? null
    : mergeContact(context, visitor, field, { value, source: "operator", by });
}
