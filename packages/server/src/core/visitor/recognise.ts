import { timeText } from "../chat/draft.ts";
import type { Contact, NamedRef, Source } from "../entity.ts";
import type { Event, VisitorDraft } from "../event.ts";
import type { Scene } from "../ports.ts";

export interface Claims {
  /** Text of the customer's id (CH-042); null for a widget, which has no ids of an integrator. */
  readonly customer: string | null;
  /** Only present values; an absent one keeps the stored value (CH-044). */
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly description?: string;
  /** Absolute http(s) URL (CH-046). */
  readonly photo?: string;
}

/**
 * Finds or creates the visitor of a message and merges the claims. Returns the event, or none if
 * nothing changed. `source`: source of the claims (CORE-020).
 */
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
 * Returns the text to show in place of a name, best first; "" if nothing is known. The write path
 * assigns the number of "Anonymous 412" (CH-045), so applications build that text from
 * `visitor.number`.
 */
export function shownName(visitor: VisitorDraft): string {
  return visitor.name?.value ?? visitor.email?.value ?? visitor.phone?.value ?? "";
}

/**
 * Replaces a contact value by `next` and keeps values of other sources beside it (CORE-020). An
 * equal value keeps the older source. A value of a visitor or page never replaces one of a trusted
 * source. A source that repeats its value does not undo an operator's correction. `operator`: the
 * operator, if they are the source.
 */
export function learn(scene: Scene, stored: Contact | null, next: string, source: Source, by?: NamedRef): Contact {
  const said: Said = { value: next, source, at: timeText(scene.now), ...(by === undefined ? {} : { by }) };
  if (stored === null) return said;
  const { others = [], ...main } = stored;
  // A new value of a source replaces its earlier one, and so does a value equal to the current one.
  const rest = others.filter((other) => other.source !== source);
  if (main.value === next) return rest.length === others.length ? stored : withOthers(main, rest);
  const isRepeated = others.some((other) => other.source === source && other.value === next);
  if (isRepeated && main.source === "operator" && source !== "operator") return stored;
  if (trust[source] < trust[main.source]) return isRepeated ? stored : withOthers(main, [...rest, said]);
  return withOthers(said, [...rest.filter((other) => other.value !== next), ...(main.source === source ? [] : [main])]);
}

type Said = Omit<Contact, "others">;
function withOthers(main: Said, others: readonly Said[]): Contact {
  if (others.length === 0) return main;
  return { ...main, others: others.toSorted((a, b) => trust[b.source] - trust[a.source] || b.at.localeCompare(a.at)) };
}
/**
 * Operators, webhooks, channel servers and signed tokens are trusted. Pages can be forged and
 * visitors can claim anything.
 */
const trust: Record<Source, number> = { operator: 1, webhook: 1, channel: 1, signed: 1, visitor: 0, page: 0 };

function nobody(scene: Scene, customer: string | null): VisitorDraft {
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
  const description = claims.description === undefined ? stored.description : learn(scene, stored.description, claims.description, source);
  const photo = claims.photo ?? stored.photo;
  const isSame =
    name === stored.name &&
    phone === stored.phone &&
    email === stored.email &&
    description === stored.description &&
    photo === stored.photo;
  return isSame ? stored : { ...stored, name, phone, email, description, photo };
}
