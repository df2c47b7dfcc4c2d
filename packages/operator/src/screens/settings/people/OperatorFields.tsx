import type { Operator, Role } from "@parlour/protocol";
import { TextField, Select } from "../../../ui/Field.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { t } from "../text.ts";
import type { Form } from "../kit/form/use-form.ts";
import { roles } from "./filter-operators.ts";

/** Name, email address and role, in an invitation and on the page of an operator. */
export interface OperatorFormValues {
  name: string;
  email: string;
  role: Role;
}

export function validateOperator({ name, email }: OperatorFormValues): {
  name?: string;
  email?: string;
} {
  return {
    ...(name.trim() === "" && { name: t("inviting.name.missing") }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: t("inviting.email.missing") }),
  };
}

interface OperatorFieldsProps {
  form: Pick<Form<OperatorFormValues>, "values" | "set" | "errors">;
  me: Operator;
  readOnly?: boolean;
  roleHint?: string;
}

export function OperatorFields({ form, me, readOnly = false, roleHint }: OperatorFieldsProps) {
  const { values, set, errors } = form;
  const bindTextField = (name: "name" | "email") => ({
    ...bindField(form, name),
    readOnly,
    autoComplete: "off",
  });
  return (
    <>
      <TextField {...bindTextField("name")} label={t("person.name")} maxLength={100} />
      <TextField
        {...bindTextField("email")}
        label={t("person.email")}
        type="email"
        maxLength={254}
        spellCheck={false}
      />
      <RolePicker
        me={me}
        value={values.role}
        onChange={(role) => set("role", role)}
        error={errors.role}
        disabled={readOnly}
        {...(roleHint !== undefined && { hint: roleHint })}
      />
    </>
  );
}

/** Selects a role that the signed-in operator may assign. Only owners may make owners. */
function RolePicker({
  me,
  value,
  onChange,
  error,
  disabled,
  hint,
}: {
  me: Pick<Operator, "role">;
  value: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
  disabled?: boolean;
  hint?: string;
}) {
  const offered = roles.filter(
    (role) => role !== "owner" || me.role === "owner" || value === "owner",
  );
  return (
    <Select
      label={t("person.role")}
      name="role"
      value={value}
      error={error}
      disabled={disabled}
      hint={`${t(`people.role.${value}.hint`)}${hint === undefined ? "" : ` ${hint}`}`}
      onChange={(event) => onChange(roles.find((role) => role === event.target.value) ?? value)}
      options={offered.map((role) => ({ value: role, label: t(`people.role.${role}`) }))}
    />
  );
}
