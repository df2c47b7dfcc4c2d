import { Type } from "typebox";
import { Id } from "../../../entity/index.ts";
import { strictOptions } from "../file-fields.ts";

/** Operators who use a view or a macro (VIEW-003). */
export const Audience = Type.Union([
  Type.Literal("me"),
  Type.Literal("all"),
  Type.Object({ department_id: Id }, strictOptions),
]);
const FileAudience = Type.Union([
  Type.Literal("all"),
  Type.Object({ department: Type.String() }, strictOptions),
]);
/** The forms of the field `shared`. */
export const audienceForms = { answer: Audience, sent: Audience, file: FileAudience };
