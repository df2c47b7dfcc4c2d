import { Type, type Static, type TSchema } from "typebox";
import { Id, Nullable, PersonRef } from "./entity.ts";

/** Shapes that every part of the service API uses (API-001 – API-005). */

/** API-002. `by` and `chat_id` say who was first (`already_accepted`) and which chat runs already (`already_running`). */
export const ApiError = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    field: Type.Optional(Type.String()),
    by: Type.Optional(PersonRef),
    chat_id: Type.Optional(Id),
    request_id: Type.String(),
  }),
});
export type ApiError = Static<typeof ApiError>;

/** An id in a path or query: digits only, so that `1e1`, `0x10` and numbers beyond 2^53 never reach a query (H-256, H-257). */
export const IdText = Type.String({ pattern: "^[1-9][0-9]{0,15}$" });
export const IdParams = Type.Object({ id: IdText });

/** API-004. */
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 }));
export const CursorText = Type.Optional(Type.String({ maxLength: 200, pattern: "^[A-Za-z0-9_-]+$" }));
export const PageQuery = Type.Object({ limit: Limit, cursor: CursorText }, { additionalProperties: false });

/** API-004: a page of a list. */
export const Page = <T extends TSchema>(item: T) => Type.Object({ items: Type.Array(item), next_cursor: Nullable(Type.String()) });

/** Body of an action that takes no fields: absent or `{}`. */
export const NoFields = Nullable(Type.Object({}, { additionalProperties: false }));
export const NoContent = Type.Null();
