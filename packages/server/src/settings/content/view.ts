import { NewView, View, ViewPatch, Views } from "@parlour/protocol/api";
import { findConditionProblem } from "@parlour/protocol/conditions/condition";
import { canBeColumn, factsWith, type Fact, type Facts } from "@parlour/protocol/conditions/facts";
import { canHaveOrder } from "@parlour/protocol/conditions/running";
import { view } from "@parlour/protocol/settings/kinds/chats/view";
import type { AccountConfig } from "../../core/command.ts";
import { refuse, refuseProblem } from "../../core/failure.ts";
import { getAccountFacts } from "../../core/field/account-facts.ts";
import { assertViewUnused } from "../../store/conditions/field-users.ts";
import { viewStore, type ViewValues } from "../../store/settings/content/view.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { createAudienceRules, fileAudience } from "./audience.ts";
import { fileCondition, listFileFields } from "./view-condition.ts";

const audience = createAudienceRules("view", viewStore);

/** Saved views of operators, departments and the account (VIEW-001). */
export const viewResource = createResource(view, {
  ...audience,
  rights: { read: "chats.read", manage: "views.manage" },
  summaries: summarizeRequests("a saved view", "saved views"),
  schemas: { entity: View, page: Views, create: NewView, patch: ViewPatch },
  describe: ({ owner, updatedAt }) => ({
    owner,
    count: null as number | null,
    updated_at: updatedAt,
  }),
  async check(values, before, context) {
    await audience.check(values, before, context);
    assertValidView(values, context.config);
    if (before !== null && values.shared === "me")
      await assertViewUnused(context.tx, context.account, before.id);
  },
  async checkRemoval(row, context) {
    await audience.checkRemoval(row, context);
    await assertViewUnused(context.tx, context.account, row.id);
  },
  custom: { if: fileCondition, shared: fileAudience },
  checkEntry(values, report, config) {
    const { columns, order } = values;
    if (!canHaveOrder(values.if, order)) report(["order"], dueNeed, "SLA-022");
    const unknown = findUnknownColumn(columns, factsWith(listFileFields(config)));
    if (unknown >= 0) report(["columns", unknown], "is not a fact of chats", "VIEW-002");
  },
});

/** Throws `invalid_request` with the path and the allowed values (CND-003). */
export function assertValidCondition(condition: unknown, config: AccountConfig): void {
  refuseProblem(findConditionProblem(condition, getAccountFacts(config), "if"));
}

const dueNeed = "can be due only with a condition that excludes closed chats";
const findUnknownColumn = (columns: readonly string[], facts: Facts): number =>
  columns.findIndex((name) => !Object.hasOwn(facts, name) || !canBeColumn(facts[name] as Fact));

function assertValidView(values: ViewValues, config: AccountConfig): void {
  assertValidCondition(values.if, config);
  if (!canHaveOrder(values.if, values.order))
    refuse("invalid_request", `The order ${dueNeed}.`, { field: "order" });
  const unknown = findUnknownColumn(values.columns, getAccountFacts(config));
  if (unknown >= 0)
    refuse("invalid_request", `columns[${unknown}] is not a fact of chats.`, {
      field: `columns[${unknown}]`,
    });
}
