import { operatorRoles } from "@parlour/protocol/settings/kinds/people/operator";
import { Select } from "../../../ui/Field.tsx";
import { describeMissing } from "../../../ui/loading/ListFailure.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { useDepartments, useRoles } from "../../../state/api/queries.ts";
import { t } from "../text.ts";
import { operatorStates, parseFilter, type OperatorFilter } from "./filter-operators.ts";
import "./operators.css";

/** Renders the filter of the list of people. Without departments, none can be selected. */
export function OperatorFilters({
  filter,
  onChange,
}: {
  filter: OperatorFilter;
  onChange: (filter: OperatorFilter) => void;
}) {
  const departments = useDepartments();
  const roles = useRoles();
  const set = (name: keyof OperatorFilter, value: string | number) =>
    onChange(parseFilter({ ...filter, [name]: value }));
  return (
    <search className="filters operator-filters">
      <SearchField
        label={t("people.filter")}
        placeholder={t("people.filter.hint")}
        value={filter.q}
        onText={(q) => set("q", q)}
        autoComplete="off"
      />
      <Select
        label={t("people.role")}
        hideLabel
        value={String(filter.role)}
        options={[
          { value: "", label: t("people.filter.role") },
          ...operatorRoles.map((role) => ({ value: role, label: t(`people.role.${role}`) })),
          ...(roles.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        // The table below says that a list could not be loaded, and offers Retry.
        missing={describeMissing(roles)}
        onChange={({ target }) => set("role", Number(target.value) || target.value)}
      />
      {(filter.department !== null || departments.data?.length !== 0) && (
        <Select
          label={t("people.filter.member")}
          hideLabel
          value={String(filter.department ?? "")}
          options={[
            { value: "", label: t("people.filter.department") },
            ...(departments.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          missing={describeMissing(departments)}
          onChange={({ target }) => set("department", Number(target.value) || "")}
        />
      )}
      <Select
        label={t("people.presence")}
        hideLabel
        value={filter.state}
        options={[
          { value: "", label: t("people.filter.state") },
          ...operatorStates.map((state) => ({ value: state, label: t(stateTexts[state]) })),
        ]}
        onChange={({ target }) => set("state", target.value)}
      />
    </search>
  );
}
const stateTexts = { invited: "people.invited", off: "people.off" } as const;
