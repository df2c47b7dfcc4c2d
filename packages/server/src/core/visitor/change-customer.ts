import { createSystemMessage } from "../chat/create.ts";
import type { CommandHandler } from "../command.ts";
import type { NewEvent } from "../event.ts";
import { mergeContact } from "./resolve.ts";

/** A new phone number of a customer, as the service of the channel reports it. */
export interface PhoneChange {
  readonly oldPhone: string;
  readonly newPhone: string;
}

/** `isKnown`: the visitor existed when the service sent the notice. */
export interface PhoneChangeResult {
  readonly isKnown: boolean;
}

/**
 * Stores the new phone number of a visitor, and a line in the running chat (CORE-313). A repeat
 * changes nothing, and neither does a notice that is older than the visitor: `at` is its time in
 * milliseconds since 1970. Subject: `{customer}`.
 */
export function changePhone(
  { oldPhone, newPhone }: PhoneChange,
  at: number,
): CommandHandler<PhoneChangeResult> {
  return (context) => {
    const visitor = context.visitor?.entity;
    if (visitor === undefined || !wasKnownAt(Date.parse(visitor.created_at), at))
      return { events: [], answer: { isKnown: false } };
    const claim = { value: newPhone, source: "channel" } as const;
    const phone = mergeContact(context, visitor, "phone", claim);
    if (phone === visitor.phone) return { events: [], answer: { isKnown: true } };
    const change = `${oldPhone} → ${newPhone}`;
    const chat = context.currentChat?.entity;
    const events: NewEvent[] = [{ name: "visitor_updated", visitor: { ...visitor, phone } }];
    if (chat !== undefined)
      events.push(
        createSystemMessage(
          context,
          chat.id,
          { code: "phone_changed", detail: change },
          `The visitor changed their phone number: ${change}`,
        ),
      );
    return { events, answer: { isKnown: true } };
  };
}

/** Shows clients a visitor whose key was changed outside of the journal. Subject: `{customer}`. */
export const announceVisitor: CommandHandler<null> = ({ visitor }) => ({
  events: visitor === null ? [] : [{ name: "visitor_updated", visitor: visitor.entity }],
  answer: null,
});

/** What the service of a channel says about a customer who has other keys there than before. */
export interface CustomerKeyChange {
  /** Keys by which the customer was known. The first one that a visitor has counts. */
  readonly from: readonly string[];
  /** Keys by which they are known now. The first one is that of their next message. */
  readonly to: readonly string[];
  /** Time of the notice in milliseconds since 1970. */
  readonly at: number;
}
/** A visitor of the channel who has one of the keys. `createdAt`: in milliseconds since 1970. */
export interface CustomerRecord {
  readonly id: number;
  readonly number: number;
  readonly key: string;
  readonly createdAt: number;
}

/** Prefix of the key of a visitor whose customer writes as another one. No message has it. */
export const movedKeyPrefix = "moved:";
/** Whether a visitor existed at a notice (ms). Times of services have whole seconds. */
const wasKnownAt = (createdAt: number, at: number): boolean => createdAt < at + 1_000;
/**
 * Time within which a visitor with the new key counts as the same customer, whose message arrived
 * before the notice. The new key of an older one may have had another owner, so operators decide.
 */
const maxLeadMs = 24 * 3_600_000;

/**
 * Decides what a changed key does to the visitors of the channel (CORE-379). `rename`: the visitor
 * gets the new key. `merge`: the customer has written with the new key, so both visitors are one
 * person. null: nobody is concerned. A visitor who was created after the notice is not, because the
 * old number can have a new owner.
 */
export function decideCustomerKeyChange(
  known: readonly CustomerRecord[],
  { from, to, at }: CustomerKeyChange,
):
  | { readonly kind: "rename"; readonly visitor: CustomerRecord }
  | { readonly kind: "merge"; readonly visitor: CustomerRecord; readonly other: CustomerRecord }
  | null {
  const findFirst = (keys: readonly string[]) =>
    keys.flatMap((key) => known.find((record) => record.key === key) ?? [])[0];
  const visitor = findFirst(from);
  const other = findFirst(to);
  if (visitor === undefined || !wasKnownAt(visitor.createdAt, at)) return null;
  if (other === undefined) return to.length > 0 ? { kind: "rename", visitor } : null;
  const isSame = other.id === visitor.id;
  return isSame || other.createdAt < at - maxLeadMs ? null : { kind: "merge", visitor, other };
}
