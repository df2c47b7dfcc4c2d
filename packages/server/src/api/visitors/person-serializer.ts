import type {
  Person,
  PersonContacts,
  PersonVisitor,
  VisitorMatch,
  VisitorProfile,
} from "@parlour/protocol/api";
import type { AccountConfig } from "../../core/command.ts";
import { contactFields } from "@parlour/protocol/api/visitors/contact-fields";
import { contactNames } from "../../core/contacts.ts";
import { combineValues, type PersonValues } from "../../core/visitor/person.ts";
import type { VisitorMatchRecord } from "../../store/visitors/match.ts";
import type { VisitorMergeRecord } from "../../store/visitors/person.ts";
import type { VisitorRecord } from "../../store/visitors/visitor-record.ts";
import { serializeChannelRef, serializeVisitor, type VisitorView } from "./visitor-serializer.ts";

/** Serializes a visitor with their person as `view` shows them. */
export function serializeProfile(
  record: VisitorRecord,
  person: {
    readonly others: readonly VisitorRecord[];
    readonly merges: readonly VisitorMergeRecord[];
  },
  config: AccountConfig,
  view: VisitorView,
): VisitorProfile {
  const visitors = [record, ...person.others];
  return {
    ...serializeVisitor(record, config, view),
    person: person.others.length === 0 ? null : serializePerson(visitors, person, config, view),
  };
}

function serializePerson(
  visitors: readonly VisitorRecord[],
  { merges }: { readonly merges: readonly VisitorMergeRecord[] },
  config: AccountConfig,
  view: VisitorView,
): Person {
  const numbers = new Map(visitors.map(({ visitor }) => [visitor.id, visitor.number]));
  const values = combineValues(visitors.map(({ visitor }) => visitor));
  return {
    members: visitors.map((visitor) => serializePersonVisitor(visitor, config, view)),
    ...serializePersonValues(values),
    merges: merges.flatMap(({ visitor, other, by, at }) => {
      const [first, second] = [numbers.get(visitor), numbers.get(other)];
      // Merges of visitors out of sight are left out.
      return first === undefined || second === undefined
        ? []
        : [{ visitor: Math.min(first, second), other: Math.max(first, second), by, at }];
    }),
  };
}
const serializePersonValues = (values: PersonValues): PersonContacts =>
  Object.fromEntries(
    contactNames.map((field) => [
      contactFields[field].plural,
      values[field].map((value) => ({ ...value })),
    ]),
  ) as PersonContacts;

/** Serializes a suggested visitor with the contacts that both have. */
export function serializeMatch(
  { record, contacts }: VisitorMatchRecord,
  config: AccountConfig,
  view: VisitorView,
): VisitorMatch {
  return {
    visitor: serializePersonVisitor(record, config, view),
    contacts: contacts.map(({ kind, value, source, otherSource }) => ({
      kind,
      value,
      source,
      other_source: otherSource,
    })),
  };
}

function serializePersonVisitor(
  record: VisitorRecord,
  config: AccountConfig,
  view: VisitorView,
): PersonVisitor {
  return {
    ...serializeVisitor(record, config, view),
    channel: serializeChannelRef(record.channelId, config),
  };
}
