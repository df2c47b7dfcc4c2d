import { Type, type Static } from "typebox";
import { NamedRef, Nullable, Time } from "../../../entity/index.ts";
import { segment } from "../../../settings/kinds/people/segment.ts";
import { audienceForms } from "./audience.ts";
import { createListSchemas } from "./list-schemas.ts";
import { ChatCondition } from "./view.ts";

/** Segments of visitors (SEG-001 – SEG-008). The API path is `/segments`. */

/** Highest count of a segment. More visitors count as this number (SEG-004). */
export const maxSegmentCount = 10_000;

const schemas = createListSchemas(
  segment,
  {
    /** The operator who created it. null: the provisioning file. */
    owner: Nullable(NamedRef),
    updated_at: Time,
  },
  { if: { answer: ChatCondition, sent: ChatCondition }, shared: audienceForms },
);
export const Segment = schemas.entity;
export const Segments = schemas.page;
export const NewSegment = schemas.create;
export const SegmentPatch = schemas.patch;
export const SegmentFile = schemas.file;
export type Segment = Static<typeof Segment>;

/** How many visitors of a condition an operator sees. */
export const SegmentCount = Type.Object({
  count: Type.Integer({ minimum: 0, maximum: maxSegmentCount }),
  /** false: the oldest visitors were not compared, because there are too many. */
  complete: Type.Boolean(),
});
export type SegmentCount = Static<typeof SegmentCount>;
