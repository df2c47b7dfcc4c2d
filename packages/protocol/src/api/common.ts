import { agentGates } from "../settings/kinds/bots/agent.ts";
import { Type, type Static, type TSchema } from "typebox";
import { Id, Nullable, NamedRef, Time } from "../entity/index.ts";

/** Schemas that all parts of the service API share (API-001 – API-005). */

/**
 * Body of an error response (API-002). `limit` is one of `limitedSubjects` (`at_limit`). `scope` is
 * the scope that the API key lacks (`forbidden`, API-397). `by` is the operator who accepted first
 * (`already_accepted`), answered first or got the chat (`crossed`, with `reason` and the `seq` of
 * the answer or line), or writes `until` a time (`reserved`). `chat_id` is the open chat
 * (`already_running`). `version` is the present one (`version_conflict`). `gates` are those that an
 * agent has not passed (`gates_not_passed`). `start` is the cursor from which to continue
 * (`cursor_gone`). `location` is the address of the installation to which the account moved
 * (`account_moved`), or for which the installation is set up (`wrong_address`).
 */
export const ApiError = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    field: Type.Optional(Type.String()),
    limit: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    by: Type.Optional(NamedRef),
    until: Type.Optional(Time),
    chat_id: Type.Optional(Id),
    seq: Type.Optional(Id),
    reason: Type.Optional(Type.Enum(["answered", "assigned"])),
    version: Type.Optional(Id),
    gates: Type.Optional(Type.Array(Type.Enum([...agentGates]))),
    location: Type.Optional(Type.String()),
    request_id: Type.String(),
  }),
  start: Type.Optional(Type.String()),
});
export type ApiError = Static<typeof ApiError>;

/** Digits only: no `1e1`, `0x10` or number above 2^53 reaches a query (H-256, H-257). */
export const IdText = Type.String({ pattern: "^[1-9][0-9]{0,15}$" });
export const IdParams = Type.Object({ id: IdText });

/** Page size of a list (API-004). */
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 }));
export const CursorText = Type.Optional(
  Type.String({ maxLength: 200, pattern: "^[A-Za-z0-9_-]+$" }),
);
export const PageQuery = Type.Object(
  { limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);

/** A page of a list (API-004). */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: Nullable(Type.String()) });

/** Body of an action without fields. The body is absent or `{}`. */
export const EmptyBody = Nullable(Type.Object({}, { additionalProperties: false }));
export const NoContent = Type.Null();
