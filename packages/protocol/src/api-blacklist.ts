import { Type, type Static } from "typebox";
import { CursorText, Limit, Page } from "./api-common.ts";
import { Id, Nullable, PersonRef, Time } from "./entity.ts";

/** The block list (CORE-070, CORE-071, API-027, API-041, API-042). The API calls it `blacklist`. */

const BlacklistKind = Type.Union([
  Type.Literal("visitor"),
  Type.Literal("ip"),
  Type.Literal("range"),
  Type.Literal("country"),
  Type.Literal("email"),
  Type.Literal("phone"),
  Type.Literal("user_token"),
  Type.Literal("customer"),
]);
export type BlacklistKind = Static<typeof BlacklistKind>;

export const BlacklistEntry = Type.Object({
  id: Id,
  kind: BlacklistKind,
  /**
   * The value as entered. For `visitor` the number, for `customer` the id that the channel's
   * integrator uses.
   */
  value: Type.String(),
  /** For `customer`: the channel in which the id is valid. */
  channel_id: Nullable(Id),
  /** `in_force`: blocks now. `over`: expired. `lifted`: removed by an operator. */
  state: Type.Union([Type.Literal("in_force"), Type.Literal("over"), Type.Literal("lifted")]),
  /** null: without end. */
  until: Nullable(Time),
  reason: Nullable(Type.String()),
  /** The chat in which the visitor was blocked. */
  chat_id: Nullable(Id),
  /** The operator who added the entry. null: the provisioning file. */
  by: Nullable(PersonRef),
  created_at: Time,
  lifted_at: Nullable(Time),
  lifted_by: Nullable(PersonRef),
  managed: Type.Boolean(),
});
export type BlacklistEntry = Static<typeof BlacklistEntry>;

export const BlacklistQuery = Type.Object(
  {
    /** Absent: all entries, also lifted ones. */
    state: Type.Optional(Type.Union([Type.Literal("in_force"), Type.Literal("over"), Type.Literal("lifted")])),
    kind: Type.Optional(BlacklistKind),
    /** A part of the value or of the reason. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
/** Newest first. */
export const Blacklist = Page(BlacklistEntry);

const Until = Type.Optional(Nullable(Time));
const Reason = Type.Optional(Nullable(Type.String({ maxLength: 300 })));
const Value = Type.String({ minLength: 1, maxLength: 1100 });

export const NewBlacklistEntry = Type.Object(
  { kind: BlacklistKind, value: Value, channel_id: Type.Optional(Id), until: Until, reason: Reason },
  { additionalProperties: false },
);
export type NewBlacklistEntry = Static<typeof NewBlacklistEntry>;

/** `lifted: false` restores a lifted entry. */
export const BlacklistPatch = Type.Object(
  { until: Until, reason: Reason, lifted: Type.Optional(Type.Literal(false)) },
  { additionalProperties: false, minProperties: 1 },
);

/**
 * Known identifiers of a person. Every given value is checked. `visitor` includes all that is
 * stored for the visitor with this number.
 */
export const BlacklistQuestion = Type.Object(
  {
    ip: Type.Optional(Value),
    country: Type.Optional(Value),
    email: Type.Optional(Value),
    phone: Type.Optional(Value),
    user_token: Type.Optional(Value),
    visitor: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    customer: Type.Optional(Type.Object({ channel_id: Id, id: Value }, { additionalProperties: false })),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type BlacklistQuestion = Static<typeof BlacklistQuestion>;
/** The oldest entry that blocks now (API-042). */
export const BlacklistAnswer = Type.Object({ blocked: Type.Boolean(), entry: Nullable(BlacklistEntry) });
export type BlacklistAnswer = Static<typeof BlacklistAnswer>;

/** Blocks a visitor (API-027). */
export const BlockVisitor = Nullable(Type.Object({ until: Until, reason: Reason }, { additionalProperties: false }));
export type BlockVisitor = Static<typeof BlockVisitor>;
