import type { Field } from "@parlour/protocol/settings/field";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { useVariables } from "../../../ui/fields/field-variables.ts";
import { Select } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import { FormTextArea } from "../kit/form/form-fields.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { useDepartments } from "../../../state/api/queries.ts";

/** Edits the text of a reply. The hint names the variables. */
export function TextControl({ form, label, hint, readOnly }: ControlProps<Field>) {
  const names = useVariables();
  const variables = (
    <>
      {hint} <code>{"{visitor.name|…}"}</code>, {names.slice(1).join(", ")}
    </>
  );
  return (
    <FormTextArea
      form={form as unknown as Form<{ text: string }>}
      name="text"
      label={label}
      hint={variables}
      rows={6}
      dir="auto"
      readOnly={readOnly}
    />
  );
}

/** Selects who can use the reply. Operators who do not manage the account cannot share it. */
export function ScopeControl({ form, name, label, readOnly, describe }: ControlProps<Field>) {
  const canShare = can(useCurrentOperator(), "account.manage");
  const scope = form.values[name] as string;
  const scopes = canShare ? ["account", "department", "own"] : [scope];
  const select = (chosen: string) => {
    form.set(name, chosen);
    if (chosen !== "department") form.set("department_id", null);
    if (chosen === "own") form.set("for_agents", false);
  };
  return (
    <Select
      name={name}
      label={<ChangedLabel {...{ form, name }}>{label}</ChangedLabel>}
      value={scope}
      onChange={(event) => select(event.target.value)}
      error={form.errors[name]}
      disabled={readOnly || !canShare}
      options={scopes.map((value) => ({ value, label: describe(value) ?? value }))}
    />
  );
}

/** Selects the department of a reply with the scope `department`. */
export function DepartmentControl({ form, name, label, readOnly }: ControlProps<Field>) {
  const departments = useDepartments();
  if (form.values["scope"] !== "department") return null;
  const id = form.values[name] as number | null;
  return (
    <Select
      name={name}
      label={<ChangedLabel {...{ form, name }}>{label}</ChangedLabel>}
      value={id === null ? "" : String(id)}
      onChange={({ target }) => form.set(name, target.value === "" ? null : Number(target.value))}
      error={form.errors[name]}
      disabled={readOnly}
      options={[
        { value: "", label: "—" },
        ...(departments.data ?? []).map((one) => ({ value: String(one.id), label: one.name })),
      ]}
      source={departments}
    />
  );
}
