import { assigned } from "../draft.ts";
import type { Visitor, Contact, NamedRef } from "../entity.ts";
import type { VisitorData } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { mergeContact, type ContactField } from "./resolve.ts";

export interface VisitorEdit {
  readonly operatorId: number;
  /** A text replaces the value, null removes it, and an absent field keeps it. */
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly description?: string | null;
}

/**
 * Stores an operator's corrections of visitor data with the source `operator` (CORE-020). Result:
 * the visitor (API-264).
 */
export function editVisitor(edit: VisitorEdit): CommandHandler<Visitor> {
  return (context) => {
    const actor = authorizeOperator(context, edit.operatorId);
    if (isFailure(actor)) return actor;
    const stored = context.visitor?.entity;
    if (stored === undefined) return fail("not_found", "There is no such visitor.");
    const merge = (field: ContactField): Contact | null =>
      editContact(context, stored, field, { value: edit[field], by: actor });
    const visitor: VisitorData = {
      ...stored,
      name: merge("name"),
      phone: merge("phone"),
      email: merge("email"),
      description: merge("description"),
    };
    const isUnchanged =
      visitor.name === stored.name &&
      visitor.phone === stored.phone &&
      visitor.email === stored.email &&
      visitor.description === stored.description;
    return {
      events: isUnchanged ? [] : [{ name: "visitor_updated", visitor }],
      answer: { number: assigned.visitorNumber, ...visitor },
    };
  };
}

function editContact(
  context: CommandContext,
  visitor: VisitorData,
  field: ContactField,
  { value, by }: { readonly value: string | null | undefined; readonly by: NamedRef },
): Contact | null {
  if (value === undefined) return visitor[field];
  return value === null || value.trim() === ""
    ? null
    : mergeContact(context, visitor, field, { value, source: "operator", by });
}
