import { NewSegment, Segment, SegmentPatch, Segments } from "@parlour/protocol/api";
import {
  findConditionProblem,
  type BoundCondition,
  type Condition,
} from "@parlour/protocol/conditions/condition";
import { visitorFactsWith } from "@parlour/protocol/conditions/facts";
import { canTestChats } from "@parlour/protocol/conditions/segments";
import { segment } from "@parlour/protocol/settings/kinds/people/segment";
import type { Principal } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import { refuse, refuseProblem } from "../../core/failure.ts";
import { assertSegmentUnused } from "../../store/conditions/field-users.ts";
import type { Reader } from "../../store/database/reader.ts";
import { segmentStore } from "../../store/settings/content/segment.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { createAudienceRules, fileAudience, getAudienceFilter } from "./audience.ts";
import { fileCondition, readFileCondition } from "./view-condition.ts";

const audience = createAudienceRules("segment", segmentStore);

/** Segments of operators, departments and the account (SEG-001). */
export const segmentResource = createResource(segment, {
  ...audience,
  rights: { read: "visitors.read", manage: "views.manage" },
  summaries: summarizeRequests("a segment", "segments"),
  schemas: { entity: Segment, page: Segments, create: NewSegment, patch: SegmentPatch },
  describe: ({ owner, updatedAt }) => ({ owner, updated_at: updatedAt }),
  async check(values, before, context) {
    await audience.check(values, before, context);
    bindVisitorCondition(values.if, context);
    if (before !== null && (values.shared === "me" || !canTestChats(values.if)))
      await assertSegmentUnused(context.tx, context.account, before.id);
  },
  async checkRemoval(row, context) {
    await audience.checkRemoval(row, context);
    await assertSegmentUnused(context.tx, context.account, row.id);
  },
  custom: {
    if: {
      ...fileCondition,
      read: (value, at, helpers) => readFileCondition(visitorFactsWith, value, at, helpers),
    },
    shared: fileAudience,
  },
});

/**
 * Returns a condition on visitors with the facts of the account. `now`: ms since 1970. Throws
 * `invalid_request` with the path and the allowed values (CND-003).
 */
export function bindVisitorCondition(
  condition: Condition,
  { config, now }: { readonly config: AccountConfig; readonly now: number },
): BoundCondition {
  const facts = visitorFactsWith(config.fields ?? []);
  refuseProblem(findConditionProblem(condition, facts, "if"));
  return { condition, facts, now };
}

/**
 * Returns the condition of a segment. Throws `not_found` if the principal does not use the segment.
 * A field may have been removed since it was saved, so the condition is not checked again.
 */
export async function findSegmentCondition(
  reader: Reader,
  principal: Principal,
  at: { readonly id: number; readonly config: AccountConfig; readonly now: number },
): Promise<BoundCondition> {
  const filter = { ...getAudienceFilter(principal), id: at.id };
  const [row] = await segmentStore.list(reader, principal.accountId, filter);
  if (row === undefined) return refuse("not_found", "There is no such segment.");
  return { condition: row.values.if, facts: visitorFactsWith(at.config.fields ?? []), now: at.now };
}
