import { segment } from "@parlour/protocol/settings/kinds/people/segment";
import { createAudienceStore } from "./audience-store.ts";

/** Segments of visitors (SEG-001). */
export const segmentStore = createAudienceStore(segment);
