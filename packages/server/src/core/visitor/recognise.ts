import { timeText } from "../chat/draft.ts";
import type { Contact, Source } from "../entity.ts";
import type { Event, VisitorDraft } from "../event.ts";
import type { Scene } from "../ports.ts";

export interface Claims {
  /** Text of the customer's id (CH-042). */
  readonly customer: string;
  /** Present values only; an absent one keeps what is stored (CH-044). */
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  /** Absolute http(s) URL (CH-046). */
  readonly photo?: string;
}

/** The visitor of a message, made when never seen before, with the event that this takes; none when nothing changed. `source`: of the claims (CORE-020). */
export function recognise(
  scene: Scene,
  claims: Claims,
  source: Source,
): { readonly visitor: VisitorDraft; readonly events: readonly Event[] } {
  const known = scene.visitor?.entity;
  if (known === undefined) {
    const visitor = withClaims(scene, nobody(scene, claims.customer), claims, source);
    return { visitor, events: [{ name: "visitor_created", visitor }] };
  }
  const visitor = withClaims(scene, known, claims, source);
  return visitor === known ? { visitor, events: [] } : { visitor, events: [{ name: "visitor_updated", visitor }] };
}

/**
 * What is shown in place of a name, best first; "" when nothing is known. The number of "Anonymous 412" (CH-045) is given by
 * the write, so applications word that themselves from `visitor.number`.
 */
export function shownName(visitor: VisitorDraft): string {
  return visitor.name?.value ?? visitor.email?.value ?? visitor.phone?.value ?? "";
}

/** `next` in place of `stored`, with its origin. An equal value keeps the older origin: nothing was learnt. */
export function learn(scene: Scene, stored: Contact | null, next: string, source: Source): Contact {
  return stored?.value === next ? stored : { value: next, source, at: timeText(scene.now) };
}

function nobody(scene: Scene, customer: string): VisitorDraft {
  return {
    id: scene.ids.visitor(),
    name: null,
    phone: null,
    email: null,
    description: null,
    photo: null,
    customer,
    created_at: timeText(scene.now),
  };
}

function withClaims(scene: Scene, stored: VisitorDraft, claims: Claims, source: Source): VisitorDraft {
  const name = claims.name === undefined ? stored.name : learn(scene, stored.name, claims.name, source);
  const phone = claims.phone === undefined ? stored.phone : learn(scene, stored.phone, claims.phone, source);
  const email = claims.email === undefined ? stored.email : learn(scene, stored.email, claims.email, source);
  const photo = claims.photo ?? stored.photo;
  const isSame = name === stored.name && phone === stored.phone && email === stored.email && photo === stored.photo;
  return isSame ? stored : { ...stored, name, phone, email, photo };
}
