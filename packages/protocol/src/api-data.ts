import { Type, type Static } from "typebox";
import { Page } from "./api-common.ts";
import { Id, Nullable, PersonRef, Time } from "./entity.ts";

/** Erasing visitors (CORE-116). */

export const Erasure = Type.Object({
  id: Id,
  number: Id,
  by: Nullable(PersonRef),
  requested_at: Time,
  /** null: it goes on. */
  done_at: Nullable(Time),
  /** What was removed, by kind: `messages`, `files`, `visits` … */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** Endpoints that had received something of him: it is theirs to erase there. */
  received: Type.Array(
    Type.Object({
      endpoint_id: Id,
      kind: Type.String(),
      name: Nullable(Type.String()),
      url: Type.String(),
      count: Type.Integer(),
      first_at: Time,
      last_at: Time,
    }),
  ),
});
export type Erasure = Static<typeof Erasure>;
export const Erasures = Page(Erasure);
