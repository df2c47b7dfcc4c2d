import { i18n } from "../../../text/index.ts";
import { useOperators } from "../../../state/api/queries.ts";
import type { AssignedRole } from "./role-permissions.ts";

/** Shows how many operators have a role. */
export function OperatorCount({ assigned }: { assigned: AssignedRole }) {
  const { data } = useOperators();
  if (data === undefined) return null;
  const operators = data.filter(
    (operator) =>
      operator.role === assigned.role && operator.custom_role_id === assigned.custom_role_id,
  );
  return <>{i18n.number(operators.length)}</>;
}
