import { assigned } from "../draft.ts";
import { formatTime } from "../chat/create.ts";
import type { Contact, Source, VisitSource } from "../entity.ts";
import {
  createFieldEvents,
  mergeValue,
  withClaimedFields,
  type FieldClaims,
  type SourcedValue,
} from "../field-values.ts";
import type { NewEvent, VisitorData } from "../event.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import { isFailure } from "../failure.ts";
import {
  contactNames,
  contacts,
  type ContactField,
  type ContactOwner,
  type ContactTexts,
} from "../contacts.ts";

/** Contains only values that are present. An absent value keeps the stored one (CH-044). */
export interface VisitorClaims extends ContactTexts {
  /** The customer's id as text (CH-042). null for a widget, whose visitors have none. */
  readonly customer: string | null;
  /** Absolute http(s) URL of the photo (CH-046). */
  readonly photo?: string | undefined;
  /** Values of fields (FLD-015), with their own source. */
  readonly fields?: FieldClaims | undefined;
}

/** A visitor, and the events that create or change them. */
export interface ResolvedVisitor {
  readonly visitor: VisitorData;
  readonly events: readonly NewEvent[];
}

/**
 * Finds or creates the visitor of a message and merges the contact data of the request. Returns the
 * events, or none if nothing changed. `source`: source of the contact data (CORE-020).
 */
export function resolveVisitor(
  context: CommandContext,
  claims: VisitorClaims,
  source: Source,
): ResolvedVisitor {
  const stored = context.visitor?.entity;
  if (stored === undefined) {
    const visitor = applyClaims(context, createVisitor(context, claims.customer), claims, source);
    return { visitor, events: [{ name: "visitor_created", visitor }] };
  }
  const visitor = applyClaims(context, stored, claims, source);
  if (visitor === stored) return { visitor, events: [] };
  const of = { object: "visitor", chat_id: context.currentChat?.id ?? null } as const;
  return {
    visitor,
    events: [
      { name: "visitor_updated", visitor },
      ...createFieldEvents(of, stored.fields, visitor.fields),
    ],
  };
}

/** Returns the events of a command with a further change of the visitor. */
export function changeVisitor(
  events: readonly NewEvent[],
  visitor: VisitorData,
): readonly NewEvent[] {
  return events.some((event) => "visitor" in event)
    ? events.map((event) => ("visitor" in event ? { ...event, visitor } : event))
    : [{ name: "visitor_updated", visitor }, ...events];
}

/**
 * Returns the best text to show as the visitor's name, or "" if nothing is known.
 */
export function visitorDisplayName({ name, email, phone }: ContactOwner): string {
  return (name ?? email ?? phone)?.value ?? "";
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
  const stored = visitor[field] ?? null;
  const { clean } = contacts[field];
  // A value that repeats the stored one is clean.
  const value =
    clean === undefined || claim.value === stored?.value ? claim.value : clean(claim.value);
  return value === "" ? visitor[field] : mergeValue(context.now, stored, { ...claim, value });
}

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
  const { photo = stored.photo, fields } = claims;
  visitor = withClaimedFields(context, "visitor", visitor, fields);
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
