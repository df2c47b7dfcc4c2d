import { Type, type Static, type TObject } from "typebox";
import { maxBlockReasonLength } from "../../actions/argument-limits.ts";
import { CursorText, Limit } from "../common.ts";
import { Id, Nullable, NamedRef, Time } from "../../entity/index.ts";
import { blockKinds, blockListEntry } from "../../settings/kinds/people/block-list.ts";
import type { PatchBody } from "../../settings/values.ts";
import { Optional, PublicId, strictOptions } from "./file-fields.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";

/** The block list (CORE-070, CORE-071, API-027, API-041, API-042). The API calls it `blacklist`. */

export type BlacklistKind = (typeof blockKinds)[number];
/** What an entry of the block list compares. */
export const BlockListKind = Type.Unsafe<BlacklistKind>({ type: "string", enum: [...blockKinds] });
const State = Type.Union([Type.Literal("in_force"), Type.Literal("over"), Type.Literal("lifted")]);

/** The fields of entries are in `blockListEntry`. */
const schemas = createListSchemas(blockListEntry, {
  /** `in_force`: it blocks. `over`: it has expired. `lifted`: an operator removed it. */
  state: State,
  /** The chat in which the visitor was blocked. */
  chat_id: Nullable(Id),
  /** The operator who added the entry. Null if it comes from the provisioning file. */
  by: Nullable(NamedRef),
  lifted_at: Nullable(Time),
  lifted_by: Nullable(NamedRef),
});
export const BlockListEntry = schemas.entity;
/** A page of block list entries, newest first. */
export const BlockList = schemas.page;
export const NewBlockListEntry = schemas.create;
export type BlockListEntry = Static<typeof BlockListEntry>;
export type NewBlockListEntry = Static<typeof NewBlockListEntry>;

export const BlockListQuery = Type.Object(
  {
    /** State filter. If absent, all entries are returned, including lifted ones. */
    state: Type.Optional(State),
    kind: Type.Optional(BlockListKind),
    /** Part of the value or the reason. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
const Value = Type.String({ minLength: 1, maxLength: 1100 });

/** Changes of an entry. `lifted: false` restores a lifted entry. */
export const BlockListEntryPatch = Type.Unsafe<
  PatchBody<(typeof blockListEntry)["fields"]> & { readonly lifted?: false }
>(
  Type.Partial(
    Type.Object({
      ...(schemas.patch as unknown as TObject).properties,
      lifted: Type.Literal(false),
    }),
    { ...strictOptions, minProperties: 1 },
  ),
);

/** An entry of the provisioning file (CFG-035), with one of the keys besides the last two. */
export const BlockListFile = Type.Object(
  {
    visitor: Optional(Type.Integer({ minimum: 1 })),
    ip: Optional(Type.String()),
    range: Optional(Type.String()),
    country: Optional(Type.String()),
    email: Optional(Type.String()),
    phone: Optional(Type.String()),
    user_token: Optional(Type.String({ maxLength: 1024 })),
    customer: Optional(
      Type.Object(
        { channel: PublicId, id: Type.String({ minLength: 1, maxLength: 1000 }) },
        strictOptions,
      ),
    ),
    until: Optional(Type.String()),
    reason: Optional(Type.String({ minLength: 1, maxLength: maxBlockReasonLength })),
  },
  strictOptions,
);
export type BlockListFile = Static<typeof BlockListFile>;

/** Every given value is checked. `visitor`: all that is stored for this number. */
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
  Type.Object(
    {
      until: Type.Optional(Nullable(Time)),
      reason: Type.Optional(Nullable(Type.String({ maxLength: maxBlockReasonLength }))),
    },
    strictOptions,
  ),
);
export type BlockVisitor = Static<typeof BlockVisitor>;
