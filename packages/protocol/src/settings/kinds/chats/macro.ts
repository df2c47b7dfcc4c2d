import type { Action } from "../../../actions/actions.ts";
import { audienceField } from "../../audience.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** Named lists of actions on a chat (ACT-020). The file has the shared ones. */
export const macro = listKind({
  kind: "macro",
  path: "macros",
  label: "macro",
  table: "macro",
  part: "macros",
  key: "name",
  fields: {
    name: { type: "text", min: 1, max: 60, rule: "ACT-020" },
    /** The actions in their order. */
    do: { type: "custom", value: valueOf<readonly Action[]>(), column: "actions" },
    shared: audienceField,
  },
});
export type MacroFields = (typeof macro)["fields"];
