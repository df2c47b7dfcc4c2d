import type { Contact, NamedRef } from "../entity.ts";
import type { VisitorData } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { mergeContactValue } from "./resolve.ts";

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
export function editVisitor(edit: VisitorEdit): CommandHandler {
  return (context) => {
    const actor = authorizeOperator(context, edit.operatorId);
    if (isFailure(actor)) return actor;
    const stored = context.visitor?.entity;
    if (stored === undefined) return fail("not_found", "There is no such visitor.");
    const visitor: VisitorData = {
      ...stored,
      name: editContact(context, actor, stored.name, edit.name),
      phone: editContact(context, actor, stored.phone, edit.phone),
      email: editContact(context, actor, stored.email, edit.email),
      description: editContact(context, actor, stored.description, edit.description),
    };
    const isUnchanged =
      visitor.name === stored.name &&
      visitor.phone === stored.phone &&
      visitor.email === stored.email &&
      visitor.description === stored.description;
    return {
      events: isUnchanged ? [] : [{ name: "visitor_updated", visitor }],
      answer: JSON.stringify({ number: null, ...visitor }),
    };
  };
}

function editContact(
  context: CommandContext,
  actor: NamedRef,
  stored: Contact | null,
  next: string | null | undefined,
): Contact | null {
  if (next === undefined) return stored;
  return next === null || next.trim() === ""
    ? null
    : mergeContactValue(context, stored, { value: next, source: "operator", by: actor });
}
