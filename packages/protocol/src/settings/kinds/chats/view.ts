import type { Test } from "../../../conditions/operators.ts";
import type { Tree } from "../../../conditions/tree.ts";
import { audienceField } from "../../audience.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** Newest first by the last activity or the creation, or first what is due first. */
export const viewOrders = ["activity", "created", "due"] as const;
export type ViewOrder = (typeof viewOrders)[number];

/** Saved views (VIEW-001). The file has the shared ones. */
export const view = listKind({
  kind: "view",
  path: "views",
  label: "view",
  table: "view",
  part: "views",
  key: "name",
  fields: {
    name: { type: "text", min: 1, max: 60, rule: "VIEW-001" },
    /** The chats of the view. */
    if: { type: "custom", value: valueOf<Tree<Test>>(), column: "condition" },
    order: { type: "choice", values: viewOrders, column: "sort", default: "activity" },
    /** Names of facts that lists show, in this order. */
    columns: { type: "texts", max: 12, length: 100, ordered: true, default: [] },
    shared: audienceField,
  },
});
export type ViewFields = (typeof view)["fields"];
