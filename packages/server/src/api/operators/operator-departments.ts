import { refuse } from "../../core/failure.ts";
import { assertNotManagedByFile } from "../kit/change-settings.ts";
import { setOperatorDepartments } from "../../store/settings/account/department.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Sets the departments of an operator (CORE-003), if given. Returns the changed ones. */
export async function setDepartments(
  context: Parameters<typeof assertNotManagedByFile>[0],
  tx: Sql,
  id: number,
  departments: readonly number[] | undefined,
): Promise<{ kind: "department"; id: number }[]> {
  if (departments === undefined) return [];
  const changedDepartments = await setOperatorDepartments(
    tx,
    context.principal.accountId,
    id,
    departments,
  );
  if (changedDepartments === null)
    refuse("invalid_request", "One of these is not a department of this account.", {
      field: "departments",
    });
  for (const department of changedDepartments) assertNotManagedByFile(context, department);
  return changedDepartments.map((department) => ({ kind: "department", id: department.id }));
}
