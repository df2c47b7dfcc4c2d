import { Type, type Static } from "typebox";
import { CursorText, Limit, Page } from "../common.ts";
import { Id, Nullable, NamedRef, Time } from "../../entity/index.ts";

/** The block list (CORE-070, CORE-071, API-027, API-041, API-042). The API calls it `blacklist`. */

/** What an entry of the block list compares. */
export const BlockListKind = Type.Union([
  Type.Literal("visitor"),
  Type.Literal("ip"),
  Type.Literal("range"),
  Type.Literal("country"),
  Type.Literal("email"),
  Type.Literal("phone"),
  Type.Literal("user_token"),
  Type.Literal("customer"),
]);
export type BlacklistKind = Static<typeof BlockListKind>;

export const BlockListEntry = Type.Object({
  id: Id,
  kind: BlockListKind,
  /**
   * The value as entered. For `visitor`, the visitor number. For `customer`, the id that the
   * channel's integrator uses.
   */
  value: Type.String(),
  /** The channel in which the customer id is valid. Only for `customer`. */
  channel_id: Nullable(Id),
  /**
   * `in_force`: the entry currently blocks. `over`: the entry has expired. `lifted`: an operator
   * has removed it.
   */
  state: Type.Union([Type.Literal("in_force"), Type.Literal("over"), Type.Literal("lifted")]),
  /** Expiry time. Null if the entry has no end. */
  until: Nullable(Time),
  reason: Nullable(Type.String()),
  /** The chat in which the visitor was blocked. */
  chat_id: Nullable(Id),
  /** The operator who added the entry. Null if it comes from the provisioning file. */
  by: Nullable(NamedRef),
  created_at: Time,
  lifted_at: Nullable(Time),
  lifted_by: Nullable(NamedRef),
  managed: Type.Boolean(),
});
export type BlockListEntry = Static<typeof BlockListEntry>;

export const BlockListQuery = Type.Object(
  {
    /** State filter. If absent, all entries are returned, including lifted ones. */
    state: Type.Optional(
      Type.Union([Type.Literal("in_force"), Type.Literal("over"), Type.Literal("lifted")]),
    ),
    kind: Type.Optional(BlockListKind),
    /** Part of the value or the reason. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
/** A page of block list entries, newest first. */
export const BlockList = Page(BlockListEntry);

const Until = Type.Optional(Nullable(Time));
const Reason = Type.Optional(Nullable(Type.String({ maxLength: 300 })));
const Value = Type.String({ minLength: 1, maxLength: 1100 });

export const NewBlockListEntry = Type.Object(
  {
    kind: BlockListKind,
    value: Value,
    channel_id: Type.Optional(Id),
    until: Until,
    reason: Reason,
  },
  { additionalProperties: false },
);
export type NewBlockListEntry = Static<typeof NewBlockListEntry>;

/** Changes of an entry. `lifted: false` restores a lifted entry. */
export const BlockListEntryPatch = Type.Object(
  { until: Until, reason: Reason, lifted: Type.Optional(Type.Literal(false)) },
  { additionalProperties: false, minProperties: 1 },
);

/**
 * Known identifiers of a person. Every given value is checked. `visitor` includes all identifiers
 * stored for the visitor with this number.
 */
export const BlockCheckQuery = Type.Object(
  {
    ip: Type.Optional(Value),
    country: Type.Optional(Value),
    email: Type.Optional(Value),
    phone: Type.Optional(Value),
    user_token: Type.Optional(Value),
    visitor: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    customer: Type.Optional(
      Type.Object({ channel_id: Id, id: Value }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type BlockCheckQuery = Static<typeof BlockCheckQuery>;
/** Whether the person is blocked, and the oldest entry that currently blocks them (API-042). */
export const BlockCheckResult = Type.Object({
  blocked: Type.Boolean(),
  entry: Nullable(BlockListEntry),
});
export type BlockCheckResult = Static<typeof BlockCheckResult>;

/** Blocks a visitor (API-027). */
export const BlockVisitor = Nullable(
  Type.Object({ until: Until, reason: Reason }, { additionalProperties: false }),
);
export type BlockVisitor = Static<typeof BlockVisitor>;
