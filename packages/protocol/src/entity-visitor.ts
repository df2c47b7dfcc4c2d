import { Type, type Static } from "typebox";
import { PersonRef } from "./entity-operator.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Visitors, and what is known of them and where it came from (API-030, CORE-020). */

/** Where a visitor's value came from (CORE-020). `signed`: of a token that the site signed (WG-047). */
export const Source = Type.Union([
  Type.Literal("visitor"),
  Type.Literal("signed"),
  Type.Literal("page"),
  Type.Literal("channel"),
  Type.Literal("webhook"),
  Type.Literal("operator"),
]);
export type Source = Static<typeof Source>;

const Said = Type.Object({
  value: Type.String(),
  source: Source,
  at: Time,
  /** The operator who wrote it. */
  by: Type.Optional(PersonRef),
});

/** One contact value with its provenance (CORE-020). `others`: what other sources say instead, trusted ones first, at most one each. */
export const Contact = Type.Object({ ...Said.properties, others: Type.Optional(Type.Array(Said)) });
export type Contact = Static<typeof Contact>;

/** API-030. `name` is the shown name or null for an anonymous visitor ("Anonymous <number>", CH-045). */
export const Visitor = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  id: Id,
  name: Nullable(Contact),
  phone: Nullable(Contact),
  email: Nullable(Contact),
  description: Nullable(Contact),
  photo: Nullable(Type.String()),
  customer: Nullable(Type.String()),
  /** The latest consent that was given in a form of the widget, with the text that was shown. */
  consent: Type.Optional(Type.Object({ text: Type.String(), at: Time })),
  /** The page a channel announced for the customer's next message (CH-120); absent: none, or a chat has it. */
  page: Type.Optional(Type.Object({ url: Type.String(), title: Nullable(Type.String()) })),
  /** CORE-116: nothing else is known of him any more. */
  erased: Type.Optional(Type.Literal(true)),
  created_at: Time,
});
export type Visitor = Static<typeof Visitor>;

/** One entry of the right panel (WH-043, WG-044). `source`: where it comes from; what a page says is marked. `endpoint`: the webhook that gave it. */
export const CustomData = Type.Object({
  title: Nullable(Type.String()),
  content: Type.String(),
  link: Nullable(Type.String()),
  key: Nullable(Type.String()),
  source: Type.Union([Type.Literal("webhook"), Type.Literal("page")]),
  endpoint: Nullable(Id),
});
export type CustomData = Static<typeof CustomData>;

/** Where a visit came from (WH-025); every text is "" when unknown. */
export const Session = Type.Object({
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
  /** Client ids of `_ga` and `_ym_uid` where the widget may read them (WH-026). */
  analytics: Type.Object({ ga: Type.Optional(Type.String()), ym: Type.Optional(Type.String()) }),
  /** Of the widget's window: `de`, `pt-BR`. */
  language: Type.Optional(Type.String()),
});
export type Session = Static<typeof Session>;
