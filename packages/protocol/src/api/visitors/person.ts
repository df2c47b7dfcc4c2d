import { Type, type Static, type TArray } from "typebox";
import { IdText } from "../common.ts";
import { VisitorWithActivity } from "./visitor.ts";
import { contactFields } from "./contact-fields.ts";
import { ChatChannel, NamedRef, Nullable, Source, Time } from "../../entity/index.ts";

/** Persons: visitors whom operators merged, and visitors who may be the same person (CORE-290). */

/** Two visitors: `number` of the requested one, and `other`. */
export const VisitorPairParams = Type.Object({ number: IdText, other: IdText });

/** A visitor with the channel on which they write. */
export const PersonVisitor = Type.Object({
  ...VisitorWithActivity.properties,
  channel: ChatChannel,
});
export type PersonVisitor = Static<typeof PersonVisitor>;

/** A value of a person. `visitor` is the number of the visitor who has it. */
export const PersonValue = Type.Object({
  value: Type.String(),
  source: Source,
  at: Time,
  /** The operator who entered the value. */
  by: Type.Optional(NamedRef),
  visitor: Type.Integer({ minimum: 1 }),
});
export type PersonValue = Static<typeof PersonValue>;

/** It can be undone. Both are numbers of visitors, the lower one is `visitor`. */
export const VisitorMerge = Type.Object({
  visitor: Type.Integer({ minimum: 1 }),
  other: Type.Integer({ minimum: 1 }),
  /** Null if the operator does not exist any more. */
  by: Nullable(NamedRef),
  at: Time,
});
export type VisitorMerge = Static<typeof VisitorMerge>;

type ContactList = (typeof contactFields)[keyof typeof contactFields]["plural"];
/** All values of the visitors of a person, by contact. Equal values appear once. */
export type PersonContacts = Record<ContactList, PersonValue[]>;
const personContacts = Object.fromEntries(
  Object.values(contactFields).map(({ plural }) => [plural, Type.Array(PersonValue)]),
) as Record<ContactList, TArray<typeof PersonValue>>;

/** Merged visitors, as far as the requesting operator may see them. */
export const Person = Type.Object({
  /** The requested visitor first, then by number. */
  members: Type.Array(PersonVisitor),
  ...personContacts,
  /** Oldest first. */
  merges: Type.Array(VisitorMerge),
});
export type Person = Static<typeof Person>;

/** A visitor with the person to whom they belong. `person` is null without merges. */
export const VisitorProfile = Type.Object({
  ...VisitorWithActivity.properties,
  person: Nullable(Person),
});
export type VisitorProfile = Static<typeof VisitorProfile>;

/** A value with the source `visitor` or `page` is only claimed (CORE-020). */
export const SharedContact = Type.Object({
  kind: Type.Union([Type.Literal("email"), Type.Literal("phone")]),
  /** The value as the requested visitor, or another visitor of their person, has it. */
  value: Type.String(),
  source: Source,
  /** Source of the value at the suggested visitor. */
  other_source: Source,
});
export type SharedContact = Static<typeof SharedContact>;

/** A visitor who may be the same person, with the contact values that both have. */
export const VisitorMatch = Type.Object({
  visitor: PersonVisitor,
  contacts: Type.Array(SharedContact),
});
export type VisitorMatch = Static<typeof VisitorMatch>;
/** Visitors who may be the same person, the newest visitor first, at most 10. */
export const VisitorMatches = Type.Object({ items: Type.Array(VisitorMatch) });
export type VisitorMatches = Static<typeof VisitorMatches>;
