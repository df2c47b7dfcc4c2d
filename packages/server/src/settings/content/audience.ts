import type { Fields } from "@parlour/protocol/settings/field";
import {
  maxOwn,
  maxShared,
  type Audience,
  type FileAudience,
} from "@parlour/protocol/settings/audience";
import { can, type Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { Reader } from "../../store/database/reader.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import type {
  AudienceFilter,
  AudienceRow,
  AudienceStore,
} from "../../store/settings/content/audience-store.ts";
import type { CustomFileValue } from "../kind/file-forms.ts";
import type { CheckContext, RowFilter } from "../resource.ts";

/** Which rows a principal uses (VIEW-003). null: those of the provisioning file. */
export const getAudienceFilter = (principal: Principal | null): AudienceFilter =>
  principal === null
    ? { of: "shared" }
    : {
        of: { operatorId: principal.operatorId },
        seesAllDepartments: can(principal, "account.manage"),
      };

/** How the file contains the audience of a row. */
export const fileAudience = {
  toNamed: (shared: Audience, names): FileAudience =>
    typeof shared === "object"
      ? { department: names.department(shared.department_id) ?? "" }
      : "all",
  toIds: (shared: FileAudience, ids): Audience =>
    shared === "all" ? shared : { department_id: ids.department(shared.department) },
  references: (shared: FileAudience) =>
    shared === "all" ? [] : [{ kind: "department", name: shared.department, path: ["department"] }],
  toCompared: (shared: FileAudience) =>
    shared === "all" ? shared : { department: shared.department.toLowerCase() },
} satisfies CustomFileValue;

interface SharedValues {
  readonly shared: Audience;
}
type SharedRow = { readonly values: SharedValues };

/**
 * Returns the rules of a kind whose rows belong to an operator, a department or the account:
 * operators change their own rows, managers of the account the shared ones (VIEW-003, VIEW-004).
 * `label`: name of the kind, `view`.
 */
export function createAudienceRules<F extends Fields>(label: string, store: AudienceStore<F>) {
  const assertCanChange = ({ shared }: SharedValues, principal: Principal): void => {
    if (shared !== "me" && !can(principal, "account.manage"))
      refuse("forbidden", `Only owners and admins can change shared ${label}s.`);
  };
  return {
    store: {
      ...store,
      list: (
        reader: Reader,
        account: number,
        { principal, id }: RowFilter,
      ): Promise<readonly AudienceRow<F>[]> =>
        store.list(reader, account, { ...getAudienceFilter(principal), id }),
    },
    async check(
      values: SharedValues,
      before: SharedRow | null,
      context: CheckContext,
    ): Promise<void> {
      if (before !== null) assertCanChange(before.values, context.principal);
      assertCanChange(values, context.principal);
      assertDepartment(values, context);
      const isOwn = values.shared === "me";
      if (before === null || (before.values.shared === "me") !== isOwn)
        await assertBelowLimit(label, store.count, isOwn, context);
    },
    checkRemoval: async ({ values }: SharedRow, { principal }: CheckContext): Promise<void> =>
      assertCanChange(values, principal),
    conflict: {
      message: `A ${label} with this name exists already for these people.`,
      field: "name",
    },
    fillEntry: (entry: object) => ({ shared: "all", ...entry }),
  };
}

function assertDepartment({ shared }: SharedValues, { config }: CheckContext): void {
  if (typeof shared === "object" && !config.departments.has(shared.department_id))
    refuse("invalid_request", `${shared.department_id} is not a department of this account.`, {
      field: "shared.department_id",
    });
}

/** Throws if the account or the operator would have too many rows (VIEW-004). */
async function assertBelowLimit(
  label: string,
  count: AudienceStore<Fields>["count"],
  isOwn: boolean,
  { tx, account, principal }: CheckContext,
): Promise<void> {
  const { own, shared } = await count(createTransactionReader(tx), account, principal.operatorId);
  if (isOwn && own >= maxOwn)
    refuse(
      "invalid_request",
      `An operator has at most ${maxOwn} ${label}s of their own. Delete one first.`,
    );
  if (!isOwn && shared >= maxShared)
    refuse(
      "invalid_request",
      `An account has at most ${maxShared} shared ${label}s. Delete one first.`,
    );
}
