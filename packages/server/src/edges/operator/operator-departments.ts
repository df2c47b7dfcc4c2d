import { refuse } from "../../core/failure.ts";
import type { Deps } from "./deps.ts";
import { refuseManaged } from "./settings.ts";
import type { Tx } from "./stores/tx.ts";

/**
 * Sets an operator's departments (CORE-003). Absent: unchanged. Returns the departments that others
 * must reload.
 */
export async function setDepartments(
  deps: Pick<Deps, "operators">,
  call: Parameters<typeof refuseManaged>[0],
  tx: Tx,
  id: number,
  departments: readonly number[] | undefined,
): Promise<{ kind: "department"; id: number }[]> {
  if (departments === undefined) return [];
  const touched = await deps.operators.setDepartments(tx, call.principal.accountId, id, departments);
  if (touched === null) refuse("invalid_request", "One of these is no department of this account.", { field: "departments" });
  for (const department of touched) refuseManaged(call, department);
  return touched.map((department) => ({ kind: "department", id: department.id }));
}
