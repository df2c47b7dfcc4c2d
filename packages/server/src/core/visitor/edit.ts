import type { Contact, NamedRef } from "../entity.ts";
import type { VisitorDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { learn } from "./recognise.ts";

export interface VisitorEdit {
  readonly operatorId: number;
  /** A text replaces the value, null removes it, absent keeps it. */
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly description?: string | null;
}

/**
 * Stores an operator's corrections of visitor data with the source `operator` (CORE-020). Answers
 * the visitor (API-030).
 */
export function editVisitor(edit: VisitorEdit): Verb {
  return (scene) => {
    const by = actingOperator(scene, edit.operatorId);
    if (isFailure(by)) return by;
    const stored = scene.visitor?.entity;
    if (stored === undefined) return fail("not_found", "There is no such visitor.");
    const visitor: VisitorDraft = {
      ...stored,
      name: edited(scene, by, stored.name, edit.name),
      phone: edited(scene, by, stored.phone, edit.phone),
      email: edited(scene, by, stored.email, edit.email),
      description: edited(scene, by, stored.description, edit.description),
    };
    const same =
      visitor.name === stored.name &&
      visitor.phone === stored.phone &&
      visitor.email === stored.email &&
      visitor.description === stored.description;
    return { events: same ? [] : [{ name: "visitor_updated", visitor }], answer: JSON.stringify({ number: null, ...visitor }) };
  };
}

function edited(scene: Scene, by: NamedRef, stored: Contact | null, next: string | null | undefined): Contact | null {
  if (next === undefined) return stored;
  return next === null || next.trim() === "" ? null : learn(scene, stored, next, "operator", by);
}
