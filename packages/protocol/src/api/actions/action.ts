import { Type, type Static } from "typebox";
import { Id, NamedRef, Nullable } from "../../entity/index.ts";
import { actionResults, actionTypes, maxActions, type Action } from "../../actions/actions.ts";

/** Actions in requests and answers (ACT-010). */

export const ActionType = Type.Enum([...actionTypes]);
/** Any action. The arguments depend on the type. */
export const AnyAction = Type.Object({ type: ActionType }, { additionalProperties: true });
/** `findActionsProblem` checks the actions, because its errors name the wrong part. */
export const ActionList = Type.Unsafe<Action[]>(
  Type.Array(AnyAction, { minItems: 1, maxItems: maxActions }),
);
/** Actions of a row. The provisioning file may have made it without any (ACT-024). */
export const StoredActions = Type.Unsafe<Action[]>(Type.Array(AnyAction, { maxItems: maxActions }));
/** Why a reply was not sent. `by` and `reason`: who crossed it, and how (`crossed`, API-522). */
export const RefusedReply = Type.Object({
  code: Type.String(),
  message: Type.String(),
  by: Type.Optional(NamedRef),
  reason: Type.Optional(Type.Enum(["answered", "assigned"])),
});
export const ActionResult = Type.Object({
  type: ActionType,
  result: Type.Enum([...actionResults]),
  error: Type.Optional(RefusedReply),
});

/** Gives a chat to an operator at once, to a department, or to a bot (ACT-012). */
export const AssignChat = Type.Object(
  {
    operator_id: Type.Optional(Id),
    department_id: Type.Optional(Id),
    bot_id: Type.Optional(Id),
    comment: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  },
  { additionalProperties: false },
);
export type AssignChat = Static<typeof AssignChat>;

/** An action of the provisioning file, which names rows: `tag` instead of `tag_id`. */
export type FileAction = { readonly type: string } & Readonly<Record<string, unknown>>;
export const FileActionList = Type.Unsafe<FileAction[]>(
  Type.Array(AnyAction, { maxItems: maxActions }),
);
