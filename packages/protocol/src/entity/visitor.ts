import { Type, type Static } from "typebox";
import { fieldObjects, fieldSources } from "../field-kinds.ts";
import { NamedRef } from "./operator.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/**
 * Visitors, their contact values and the sources of these (API-030, CORE-020). Values of fields in
 * visitors and chats (FLD-011).
 */

/** A value of a field (FLD-010). */
export const FieldValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String()),
]);
/** What a field belongs to. */
export const FieldObject = Type.Unsafe<(typeof fieldObjects)[number]>({
  type: "string",
  enum: [...fieldObjects],
});
/** Who set a value. `api`: a program with an API key. */
export const FieldSource = Type.Unsafe<(typeof fieldSources)[number]>({
  type: "string",
  enum: [...fieldSources],
});
export type FieldSource = Static<typeof FieldSource>;

const SourcedValue = Type.Object({
  value: FieldValue,
  source: FieldSource,
  at: Time,
  /** The operator or rule that set the value. */
  by: Type.Optional(NamedRef),
});
/** `others`: different values, at most one per source, trusted sources first. */
export const StoredFieldValue = Type.Object({
  ...SourcedValue.properties,
  others: Type.Optional(Type.Array(SourcedValue)),
});
export type StoredFieldValue = Static<typeof StoredFieldValue>;

export const FieldValues = Type.Record(Type.String(), StoredFieldValue);
export type FieldValues = Static<typeof FieldValues>;
/** Values by key of the field, without their sources. */
export const PlainFieldValues = Type.Record(Type.String(), FieldValue);
export type PlainFieldValues = Static<typeof PlainFieldValues>;

/** FLD-016. null: no value. `chat_id`: the chat of the field, or the running one. */
export const FieldChange = Type.Object({
  object: FieldObject,
  key: Type.String(),
  value: Nullable(FieldValue),
  previous: Nullable(FieldValue),
  source: FieldSource,
  /** The operator who changed the value. null: no operator did. */
  by: Nullable(NamedRef),
  chat_id: Nullable(Id),
  visitor: Type.Object({ number: Type.Integer({ minimum: 1 }), id: Id }),
});
export type FieldChange = Static<typeof FieldChange>;

/** CORE-020. `signed` is a token that the site has signed (WG-047). */
export const Source = Type.Union([
  Type.Literal("visitor"),
  Type.Literal("signed"),
  Type.Literal("page"),
  Type.Literal("channel"),
  Type.Literal("webhook"),
  Type.Literal("operator"),
  Type.Literal("import"),
]);
export type Source = Static<typeof Source>;

const ContactValue = Type.Object({
  value: Type.String(),
  source: Source,
  at: Time,
  /** The operator who entered the value. */
  by: Type.Optional(NamedRef),
});

/** CORE-205. `others`: different values, one per source, trusted sources first. */
export const Contact = Type.Object({
  ...ContactValue.properties,
  others: Type.Optional(Type.Array(ContactValue)),
});
export type Contact = Static<typeof Contact>;

/** A consent of the visitor, with the text that was shown. */
export const Consent = Type.Object({ text: Type.String(), at: Time });
export const VisitedPage = Type.Object({ url: Type.String(), title: Nullable(Type.String()) });

/** API-030. `name`: display name, null for an anonymous visitor (CH-045). */
export const Visitor = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  id: Id,
  name: Nullable(Contact),
  phone: Nullable(Contact),
  email: Nullable(Contact),
  description: Nullable(Contact),
  photo: Nullable(Type.String()),
  customer: Nullable(Type.String()),
  /** The latest one of a form of the widget, with the text that was shown. */
  consent: Type.Optional(Consent),
  /** For the customer's next message (CH-101). Absent: none, or a chat already has it. */
  page: Type.Optional(VisitedPage),
  /** Named by the link with which the visitor last opened a messenger (CON-073). */
  came_from: Type.Optional(Type.String()),
  /** Values of the account's fields of visitors (FLD-011). Absent: none. */
  fields: Type.Optional(FieldValues),
  /** Values that the visitor entered for the fields of their next chat (WG-266). Absent: none. */
  chat_fields: Type.Optional(FieldValues),
  /** All other data of the visitor was erased (CORE-116). */
  erased: Type.Optional(Type.Literal(true)),
  created_at: Time,
});
export type Visitor = Static<typeof Visitor>;

/**
 * One entry of the custom data in the right panel (WH-043, WG-044). `source` is the origin of the
 * entry. Screens mark values from the page. `endpoint` is the webhook that sent the entry.
 */
export const CustomData = Type.Object({
  title: Nullable(Type.String()),
  content: Type.String(),
  link: Nullable(Type.String()),
  key: Nullable(Type.String()),
  source: Type.Union([Type.Literal("webhook"), Type.Literal("page")]),
  endpoint: Nullable(Id),
});
export type CustomData = Static<typeof CustomData>;

/** Source of a visit (WH-025). Unknown texts are "". */
export const VisitSource = Type.Object({
  geoip: Type.Object({
    region_code: Type.String(),
    country: Type.String(),
    country_code: Type.String(),
    region: Type.String(),
    city: Type.String(),
    latitude: Type.String(),
    longitude: Type.String(),
    organization: Type.String(),
  }),
  utm: Type.Object({
    source: Type.String(),
    medium: Type.String(),
    content: Type.String(),
    campaign: Type.String(),
    term: Type.String(),
  }),
  ip_addr: Type.String(),
  user_agent: Type.String(),
  /** Client ids of `_ga` and `_ym_uid`, if the widget may read them (WH-026). */
  analytics: Type.Object({ ga: Type.Optional(Type.String()), ym: Type.Optional(Type.String()) }),
  /** Language of the chat window, such as `de` or `pt-BR`. */
  language: Type.Optional(Type.String()),
});
export type VisitSource = Static<typeof VisitSource>;
