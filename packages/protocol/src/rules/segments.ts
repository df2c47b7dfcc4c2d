import { mapTests, visitTests } from "../conditions/tree.ts";
import type { Condition } from "./index.ts";

/** Id of a segment, or its name in the provisioning file. */
type Segment = number | string;
const listValue = (value: unknown): readonly Segment[] => (Array.isArray(value) ? value : []);

/** Returns the segments that a valid condition names (WG-291), with the paths of their values. */
export function listSegments(condition: Condition | null | undefined, path = "") {
  const found: { readonly segment: Segment; readonly path: string }[] = [];
  if (condition)
    visitTests(condition, path, ({ type, value }, at) => {
      if (type === "segment")
        for (const [n, segment] of listValue(value).entries())
          found.push({ segment, path: `${at}.value[${n}]` });
    });
  return found;
}

/** Returns a condition with other segments. What is not a condition stays as it is. */
export const mapSegments = (
  condition: Condition | null,
  convert: (segment: Segment) => Segment,
): Condition | null =>
  condition &&
  mapTests(condition, (test) =>
    test.type === "segment" && Array.isArray(test.value)
      ? { ...test, value: listValue(test.value).map(convert) }
      : test,
  );
