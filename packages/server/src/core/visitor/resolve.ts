import { assigned } from "../draft.ts";
import { formatTime } from "../chat/create.ts";
import type { FieldValue } from "@parlour/protocol/field-kinds";
import type {
  Contact,
  FieldSource,
  NamedRef,
  Source,
  StoredFieldValue,
  VisitSource,
} from "../entity.ts";
import type { NewEvent, VisitorData } from "../event.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import { isFailure } from "../failure.ts";
import { contactNames, contacts, type ContactField, type ContactTexts } from "../contacts.ts";

/** Contains only values that are present. An absent value keeps the stored one (CH-044). */
export interface VisitorClaims extends ContactTexts {
  /**
   * Key of the customer: their id as text (CH-042). null for a widget, whose visitors have no id of
   * an integrator.
   */
  readonly customer: string | null;
  /** Absolute http(s) URL of the photo (CH-046). */
  readonly photo?: string | undefined;
}

/**
 * Finds or creates the visitor of a message and merges the contact data of the request. Returns the
 * event, or none if nothing changed. `source`: source of the contact data (CORE-020).
 */
export function resolveVisitor(
  context: CommandContext,
  claims: VisitorClaims,
  source: Source,
): { readonly visitor: VisitorData; readonly events: readonly NewEvent[] } {
  const stored = context.visitor?.entity;
  if (stored === undefined) {
    const visitor = applyClaims(context, createVisitor(context, claims.customer), claims, source);
    return { visitor, events: [{ name: "visitor_created", visitor }] };
  }
  const visitor = applyClaims(context, stored, claims, source);
  return visitor === stored
    ? { visitor, events: [] }
    : { visitor, events: [{ name: "visitor_updated", visitor }] };
}

/**
 * Returns the best text to show as the visitor's name, or "" if nothing is known.
 */
export function visitorDisplayName(visitor: VisitorData): string {
  return visitor.name?.value ?? visitor.email?.value ?? visitor.phone?.value ?? "";
}

/**
 * Returns the English name by which people know a visitor. Without contacts, it names the city of
 * the visit (CH-045).
 */
export function describeVisitor(visitor: VisitorData, session: VisitSource | null): string {
  const city = session?.geoip.city ?? "";
  return visitorDisplayName(visitor) || (city === "" ? "Visitor" : `Visitor from ${city}`);
}

/**
 * Returns a visitor's contact with a claimed value. A name is cleaned first (CORE-310). A claimed
 * name without a visible character changes nothing.
 */
export function mergeContact<F extends ContactField>(
  context: CommandContext,
  visitor: VisitorData,
  field: F,
  claim: Omit<SourcedValue<string, Source>, "at">,
): Contact | VisitorData[F] {
  const { clean } = contacts[field];
  const value = clean === undefined ? claim.value : clean(claim.value);
  return value === ""
    ? visitor[field]
    : mergeValue(context.now, visitor[field] ?? null, { ...claim, value });
}

type AnySource = Source | FieldSource;
/** A value of a contact or a field with its source. */
interface SourcedValue<V, S> {
  readonly value: V;
  readonly source: S;
  readonly at: string;
  readonly by?: NamedRef | undefined;
}

/**
 * Replaces a value by a claimed one and keeps values of other sources beside it (CORE-205,
 * FLD-013). `now`: ms since 1970. An equal value keeps the older source. A value of a visitor or
 * page never replaces one of a trusted source. A source that repeats its value does not undo an
 * operator's correction.
 */
export function mergeValue<T extends Contact | StoredFieldValue>(
  now: number,
  stored: T | null,
  claim: Omit<SourcedValue<T["value"], T["source"]>, "at">,
): T {
  const { value, source, by } = claim;
  type Value = SourcedValue<T["value"], T["source"]>;
  // Most messages repeat the only stored value.
  if (stored !== null && stored.others === undefined && isEqual(stored.value, value)) return stored;
  const newValue: Value = {
    value,
    source,
    at: formatTime(now),
    ...(by === undefined ? {} : { by }),
  };
  if (stored === null) return newValue as T;
  const { others = [], ...main } = stored as Value & { readonly others?: readonly Value[] };
  // The new value replaces the earlier one of the same source. Values equal to the new one are
  // removed too.
  const rest = others.filter((other) => other.source !== source);
  if (isEqual(main.value, value))
    return rest.length === others.length ? stored : (withOtherValues(main, rest) as T);
  const isRepeated = others.some((other) => other.source === source && isEqual(other.value, value));
  if (isRepeated && main.source === "operator" && source !== "operator") return stored;
  if (trustLevels[source] < trustLevels[main.source])
    return isRepeated ? stored : (withOtherValues(main, [...rest, newValue]) as T);
  return withOtherValues(newValue, [
    ...rest.filter((other) => !isEqual(other.value, value)),
    ...(main.source === source ? [] : [main]),
  ]) as T;
}

const isEqual = (a: FieldValue, b: FieldValue): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
function withOtherValues<V extends SourcedValue<unknown, AnySource>>(
  main: V,
  others: readonly V[],
): object {
  if (others.length === 0) return main;
  return {
    ...main,
    others: others.toSorted(
      (a, b) => trustLevels[b.source] - trustLevels[a.source] || b.at.localeCompare(a.at),
    ),
  };
}
/**
 * Operators, API keys, webhooks, channel servers and signed tokens are trusted. Pages can be
 * forged, and visitors can enter anything.
 */
const trustLevels: Record<AnySource, number> = {
  operator: 1,
  api: 1,
  webhook: 1,
  channel: 1,
  signed: 1,
  visitor: 0,
  page: 0,
};

function createVisitor(context: CommandContext, customer: string | null): VisitorData {
  return {
    id: context.ids.visitor(),
    name: null,
    phone: null,
    email: null,
    description: null,
    photo: null,
    customer,
    created_at: formatTime(context.now),
  };
}

function applyClaims(
  context: CommandContext,
  stored: VisitorData,
  claims: VisitorClaims,
  source: Source,
): VisitorData {
  let visitor = stored;
  // Runs for each message. Most claims repeat the stored values.
  for (const field of contactNames) {
    const value = claims[field];
    if (value === undefined) continue;
    const contact = mergeContact(context, stored, field, { value, source });
    if (contact !== stored[field]) visitor = { ...visitor, [field]: contact };
  }
  const { photo = stored.photo } = claims;
  return photo === stored.photo ? visitor : { ...visitor, photo };
}

export interface RegisteredVisitor {
  readonly id: number;
  readonly number: number;
}

/**
 * Registers a visitor before their first message, with a visitor number (CORE-021). If they exist,
 * only new contacts change something. `customer`: absent for a widget, whose visitors have no id of
 * an integrator. Subject: `{customer}`. Failure: `channel_disabled`.
 */
export function registerVisitor(
  channelId: number,
  customer?: VisitorClaims & { readonly recipient: string },
): CommandHandler<RegisteredVisitor> {
  return (context) => {
    const channel = findSendableChannel(context.config, channelId);
    if (isFailure(channel)) return channel;
    const { visitor, events } =
      customer === undefined
        ? resolveVisitor(context, { customer: null }, "visitor")
        : resolveVisitor(context, customer, "channel");
    const recipient = customer?.recipient;
    return {
      events,
      answer: { number: assigned.visitorNumber, id: visitor.id },
      visitor:
        recipient === undefined || context.visitor?.recipient === recipient
          ? undefined
          : { recipient },
    };
  };
}
