import { Type, type Static } from "typebox";
import type { Test } from "../../../conditions/operators.ts";
import type { Tree } from "../../../conditions/tree.ts";
import { NamedRef, Nullable, Time } from "../../../entity/index.ts";
import { view, viewOrders, type ViewOrder } from "../../../settings/kinds/chats/view.ts";
import { strictOptions } from "../file-fields.ts";
import { audienceForms } from "./audience.ts";
import { createListSchemas } from "./list-schemas.ts";

/** Saved views (VIEW-001 – VIEW-009). The API path is `/views`. */

/** A condition on chats (decision 0208). `findConditionProblem` checks it. */
export const ChatCondition = Type.Unsafe<Tree<Test>>({ type: "object" });
/** Order of the chats of a list, newest first. */
export const ChatSort = Type.Unsafe<ViewOrder>({ type: "string", enum: [...viewOrders] });
/** Highest count of a view. More chats count as this number (VIEW-006). */
export const maxViewCount = 10_000;

const schemas = createListSchemas(
  view,
  {
    /** The operator who created it. null: the provisioning file. */
    owner: Nullable(NamedRef),
    /** Chats that the operator sees, up to {@link maxViewCount}. null: not counted (VIEW-006). */
    count: Nullable(Type.Integer({ minimum: 0, maximum: maxViewCount })),
    updated_at: Time,
  },
  {
    if: { answer: ChatCondition, sent: ChatCondition },
    shared: audienceForms,
  },
);
export const View = schemas.entity;
export const Views = schemas.page;
export const NewView = schemas.create;
export const ViewPatch = schemas.patch;
export const ViewFile = schemas.file;
export type View = Static<typeof View>;
export type NewView = Static<typeof NewView>;
export type ViewPatch = Static<typeof ViewPatch>;

/** A condition whose chats or visitors are counted without storing it (VIEW-010, SEG-004). */
export const ConditionCountRequest = Type.Object({ if: ChatCondition }, strictOptions);
/** How many chats of a condition an operator sees. */
export const ViewCount = Type.Object({
  /** null: there are more than {@link maxViewCount}, and the operator sees a part of them. */
  count: Nullable(Type.Integer({ minimum: 0, maximum: maxViewCount })),
  /** false: the newest chats were not compared, because there are too many. */
  complete: Type.Boolean(),
});
export type ViewCount = Static<typeof ViewCount>;
