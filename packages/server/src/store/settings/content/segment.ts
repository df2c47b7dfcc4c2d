import type { Condition } from "@parlour/protocol/conditions/condition";
import type { SegmentFields } from "@parlour/protocol/settings/kinds/people/segment";
import { createAudienceStore } from "./audience-store.ts";

/** Segments of visitors (SEG-001). */
export const segmentStore = createAudienceStore<SegmentFields, { readonly condition: Condition }>(
  "segment",
  {
    toValues: ({ condition }) => ({ if: condition }),
    toColumns: (given) => ({ condition: given.if && JSON.stringify(given.if) }),
  },
);
