import type { Test } from "../../../conditions/operators.ts";
import type { Tree } from "../../../conditions/tree.ts";
import { audienceField } from "../../audience.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** Segments: conditions on visitors under a name (SEG-001). The file has the shared ones. */
export const segment = listKind({
  kind: "segment",
  path: "segments",
  label: "segment",
  table: "segment",
  part: "segments",
  key: "name",
  fields: {
    name: { type: "text", min: 1, max: 60, rule: "SEG-001" },
    /** The visitors of the segment. */
    if: { type: "custom", value: valueOf<Tree<Test>>(), column: "condition" },
    shared: audienceField,
  },
});
