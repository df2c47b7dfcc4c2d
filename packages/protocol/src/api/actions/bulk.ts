import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../../entity/index.ts";
import { CursorText, Limit } from "../common.ts";
import type { Action } from "../../actions/actions.ts";
import { ChatsFilter } from "../chat.ts";
import { ActionList, ActionResult, AnyAction } from "./action.ts";

/** Bulk actions (ACT-030 – ACT-039). */

/** Maximum number of chats of a bulk action. */
export const maxBulkChats = 10_000;

/** Actions or a macro for chats, a saved view or a filtered list. */
export const NewBulk = Type.Object(
  {
    chats: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: maxBulkChats, uniqueItems: true }),
    ),
    view: Type.Optional(Id),
    list: Type.Optional(ChatsFilter),
    do: Type.Optional(ActionList),
    macro_id: Type.Optional(Id),
  },
  { additionalProperties: false },
);
export type NewBulk = Static<typeof NewBulk>;
export const JobId = Type.Object({ id: Id });

export const BulkQuery = Type.Object(
  { limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
export type BulkQuery = Static<typeof BulkQuery>;
/** A bulk action, with a page of the results of its chats in their order. */
export const Bulk = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal("running"), Type.Literal("done"), Type.Literal("cancelled")]),
  /** The actions, with those of macros in their place. */
  do: Type.Unsafe<Action[]>(Type.Array(AnyAction, { minItems: 1 })),
  total: Type.Integer({ minimum: 1 }),
  processed: Type.Integer({ minimum: 0 }),
  /** Chats of which an action was refused. */
  refused: Type.Integer({ minimum: 0 }),
  created_at: Time,
  ended_at: Nullable(Time),
  items: Type.Array(Type.Object({ chat_id: Id, results: Type.Array(ActionResult) })),
  next_cursor: Nullable(Type.String()),
});
export type Bulk = Static<typeof Bulk>;
