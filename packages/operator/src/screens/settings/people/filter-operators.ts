import type { Role } from "@parlour/protocol";
import type { OperatorEntry } from "@parlour/protocol/api";
import { operatorRoles } from "@parlour/protocol/settings/kinds/people/operator";
import { omitEmptyParams, readTextParam } from "../../../ui/address/search-params.ts";

export const operatorStates = ["invited", "off"] as const;

/** Filter of the list of people. Empty values and null select everybody. */
export interface OperatorFilter {
  /** Words of the name or of the email. */
  readonly q: string;
  /** A built-in role without those based on it, or the id of a custom role. */
  readonly role: Role | number | "";
  /** Id of a department. */
  readonly department: number | null;
  /** `invited`: the invitation is not accepted. `off`: deactivated. */
  readonly state: (typeof operatorStates)[number] | "";
}
export const emptyFilter: OperatorFilter = { q: "", role: "", department: null, state: "" };

/** Reads the filter from the parameters of a URL. Ignores values that do not exist. */
export const parseFilter = ({
  q,
  role,
  department,
  state,
}: Readonly<Record<string, unknown>>): OperatorFilter => ({
  q: readTextParam(q),
  role: typeof role === "number" ? role : (operatorRoles.find((value) => value === role) ?? ""),
  department: typeof department === "number" ? department : null,
  state: operatorStates.find((value) => value === state) ?? "",
});
export const toSearchParams = (filter: OperatorFilter) => omitEmptyParams(filter);
export const isEmptyFilter = (filter: OperatorFilter): boolean =>
  Object.keys(toSearchParams({ ...filter, q: filter.q.trim() })).length === 0;

/** Returns the operators that match all parts of the filter. */
export function filterOperators(
  operators: readonly OperatorEntry[],
  { q, role, department, state }: OperatorFilter,
): readonly OperatorEntry[] {
  const words = q.trim().toLocaleLowerCase().split(/\s+/u);
  return operators.filter((operator) => {
    const text = `${operator.name}\n${operator.email}`.toLocaleLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (role === "" || (operator.custom_role_id ?? operator.role) === role) &&
      (department === null || operator.departments.includes(department)) &&
      (state !== "off" || !operator.active) &&
      (state !== "invited" || (operator.active && operator.invite_expires_at !== undefined))
    );
  });
}
