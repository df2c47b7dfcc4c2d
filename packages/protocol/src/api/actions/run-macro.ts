import { Type, type Static } from "typebox";
import { Chat, Id, Nullable } from "../../entity/index.ts";
import { ActionResult } from "./action.ts";

/** Runs a macro on a chat (ACT-023). */
export const RunMacro = Type.Object(
  {
    macro_id: Id,
    /** `seq` of the last message that the operator had read when they chose the macro (API-522). */
    after_seq: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  },
  { additionalProperties: false },
);
export const MacroRun = Type.Object({
  results: Type.Array(ActionResult),
  /** null: the operator no longer sees it. */
  chat: Nullable(Chat),
});
export type MacroRun = Static<typeof MacroRun>;
