import { NewView, View, ViewPatch, Views } from "@parlour/protocol/api";
import { findConditionProblem } from "@parlour/protocol/conditions/condition";
import { chatFacts, type Facts } from "@parlour/protocol/conditions/facts";
import {
  maxOwnViews,
  maxSharedViews,
  view,
  type FileViewAudience,
  type ViewAudience,
} from "@parlour/protocol/settings/kinds/chats/view";
import { can, type Principal } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import { refuse, refuseProblem } from "../../core/failure.ts";
import { getAccountFacts } from "../../store/conditions/account-facts.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import {
  countViews,
  sharedViews,
  viewStore,
  type ViewFilter,
  type ViewRow,
  type ViewValues,
} from "../../store/settings/content/view.ts";
import { createResource } from "../kind/create-resource.ts";
import { fileCondition } from "./view-condition.ts";
import type { CheckContext } from "../resource.ts";

/** Saved views of operators, departments and the account (VIEW-001). */
export const viewResource = createResource(view, {
  rights: { read: "chats.read", manage: "views.manage" },
  summaries: {
    list: "List saved views",
    one: "Get a saved view",
    create: "Create a saved view",
    change: "Update a saved view",
    remove: "Delete a saved view",
  },
  schemas: { entity: View, page: Views, create: NewView, patch: ViewPatch },
  store: {
    ...viewStore,
    list: (reader, account, { principal, id }) =>
      viewStore.list(reader, account, { ...getViewFilter(principal), id }),
  },
  describe: ({ owner, updatedAt }) => ({
    owner,
    count: null as number | null,
    updated_at: updatedAt,
  }),
  async check(values, before, context) {
    if (before !== null) assertCanChange(before.values.shared, context.principal);
    assertCanChange(values.shared, context.principal);
    assertValidView(values, context);
    await assertBelowLimit(values, before, context);
  },
  checkRemoval: async ({ values }, { principal }) => assertCanChange(values.shared, principal),
  conflict: { message: "A view with this name exists already for these people.", field: "name" },
  custom: {
    if: fileCondition,
    shared: {
      toNamed: (shared: ViewAudience, names): FileViewAudience =>
        typeof shared === "object"
          ? { department: names.department(shared.department_id) ?? "" }
          : "all",
      toIds: (shared: FileViewAudience, ids): ViewAudience =>
        shared === "all" ? shared : { department_id: ids.department(shared.department) },
      references: (shared: FileViewAudience) =>
        shared === "all"
          ? []
          : [{ kind: "department", name: shared.department, path: ["department"] }],
      toCompared: (shared: FileViewAudience) =>
        shared === "all" ? shared : { department: shared.department.toLowerCase() },
    },
  },
  fillEntry: (entry) => ({ shared: "all", ...entry }),
  checkEntry({ columns }, report) {
    const unknown = findUnknownColumn(columns, chatFacts);
    if (unknown >= 0) report(["columns", unknown], "is not a fact of chats", "VIEW-002");
  },
});

/** Returns which views a principal uses (VIEW-003). null: those of the provisioning file. */
export const getViewFilter = (principal: Principal | null): ViewFilter =>
  principal === null
    ? sharedViews
    : {
        of: { operatorId: principal.operatorId },
        seesAllDepartments: can(principal, "account.manage"),
      };

/** Operators change their own views, managers of the account the shared ones. */
function assertCanChange(shared: ViewAudience, principal: Principal): void {
  if (shared !== "me" && !can(principal, "account.manage"))
    refuse("forbidden", "Only owners and admins can change shared views.");
}

/** Throws `invalid_request` with the path and the allowed values (CND-003). */
export function assertValidCondition(condition: unknown, config: AccountConfig): void {
  refuseProblem(findConditionProblem(condition, getAccountFacts(config), "if"));
}

const findUnknownColumn = (columns: readonly string[], facts: Facts): number =>
  columns.findIndex((name) => !Object.hasOwn(facts, name));

function assertValidView(values: ViewValues, { config }: CheckContext): void {
  assertValidCondition(values.if, config);
  const facts = getAccountFacts(config);
  const { shared, columns } = values;
  if (typeof shared === "object" && !config.departments.has(shared.department_id))
    refuse("invalid_request", `${shared.department_id} is not a department of this account.`, {
      field: "shared.department_id",
    });
  const unknown = findUnknownColumn(columns, facts);
  if (unknown >= 0)
    refuse("invalid_request", `columns[${unknown}] is not a fact of chats.`, {
      field: `columns[${unknown}]`,
    });
}

/** Throws if the account or the operator would have too many views (VIEW-004). */
async function assertBelowLimit(
  { shared }: ViewValues,
  before: ViewRow | null,
  { tx, account, principal }: CheckContext,
): Promise<void> {
  const isOwn = shared === "me";
  if (before !== null && (before.values.shared === "me") === isOwn) return;
  const counts = await countViews(createTransactionReader(tx), account, principal.operatorId);
  if (isOwn && counts.own >= maxOwnViews)
    refuse(
      "invalid_request",
      `An operator has at most ${maxOwnViews} views of their own. Delete one first.`,
    );
  if (!isOwn && counts.shared >= maxSharedViews)
    refuse(
      "invalid_request",
      `An account has at most ${maxSharedViews} shared views. Delete one first.`,
    );
}
