import { Type, type Static } from "typebox";
import { Id, Nullable } from "../../entity/index.ts";
import { routing } from "../../settings/kinds/routing.ts";
import { createSingleSchemas } from "./shapes/list-schemas.ts";

/**
 * Transfers, invitations of operators, and routing of chats (API-025, API-041, CORE-031 –
 * CORE-037).
 */

const Comment = Type.String({ maxLength: 1000 });

/**
 * Transfers a chat to exactly one target (API-025). `comment` is part of the transfer's system
 * message, which only operators see. With `assign`, the operator gets the chat at once and does not
 * have to answer, so they may be offline (API-461).
 */
export const TransferChat = Type.Object(
  {
    operator_id: Type.Optional(Id),
    department_id: Type.Optional(Id),
    comment: Type.Optional(Nullable(Comment)),
    assign: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type TransferChat = Static<typeof TransferChat>;

/** The operator who offered the chat sees the reason. */
export const RefuseTransfer = Type.Union([
  Type.Object(
    { reason: Type.Optional(Type.String({ maxLength: 300 })) },
    { additionalProperties: false },
  ),
  Type.Null(),
]);

/** Whether the operator has opened or dismissed the notice of the chat (CORE-150). */
export const MarkNotice = Type.Object(
  { state: Type.Unsafe<"opened" | "dismissed">({ enum: ["opened", "dismissed"] }) },
  { additionalProperties: false },
);
export type MarkNotice = Static<typeof MarkNotice>;

export const InviteOperatorBody = Type.Object(
  { operator_id: Id, comment: Type.Optional(Nullable(Comment)) },
  { additionalProperties: false },
);
export type InviteOperatorBody = Static<typeof InviteOperatorBody>;

const schemas = createSingleSchemas(routing, {});
/** Routing settings (API-041). Times are whole seconds. */
export const Routing = schemas.entity;
export const RoutingPatch = schemas.patch;
export const RoutingFile = schemas.file;
export type Routing = Static<typeof Routing>;
export type RoutingPatch = Static<typeof RoutingPatch>;
