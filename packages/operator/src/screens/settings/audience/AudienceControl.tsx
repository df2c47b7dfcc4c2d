import type { Audience } from "@parlour/protocol/settings/audience";
import type { Field } from "@parlour/protocol/settings/field";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { useDepartments } from "../../../state/api/queries.ts";
import { Select } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { t } from "./text.ts";
import { describeNames } from "../../../ui/loading/ListFailure.tsx";

/** Selects who uses a view or macro. Only managers of the account share one. */
export function AudienceControl({ form, name, label, readOnly }: ControlProps<Field>) {
  const canShare = can(useCurrentOperator(), "account.manage");
  const departments = useDepartments();
  const shared = form.values[name] as Audience;
  const choices: readonly Audience[] = canShare
    ? ["me", "all", ...(departments.data ?? []).map(({ id }) => ({ department_id: id }))]
    : [shared];
  return (
    <Select
      name={name}
      label={<ChangedLabel {...{ form, name }}>{label}</ChangedLabel>}
      value={JSON.stringify(shared)}
      onChange={({ target }) => form.set(name, JSON.parse(target.value))}
      error={form.errors[name]}
      disabled={readOnly || !canShare}
      options={choices.map((choice) => ({
        value: JSON.stringify(choice),
        label: formatAudience(choice, departments),
      }))}
      source={departments}
      missing={formatAudience(shared, departments)}
    />
  );
}

/** Returns who uses a view or macro: "Everyone", "Department Orders". */
function formatAudience(shared: Audience, departments: ReturnType<typeof useDepartments>): string {
  if (typeof shared === "string") return t(`audience.${shared}`);
  return t("audience.department", { name: describeNames(departments, [shared.department_id]) });
}

/** Says in a list who uses a view or macro. */
export function AudienceName({ shared }: { readonly shared: Audience }) {
  return formatAudience(shared, useDepartments());
}
