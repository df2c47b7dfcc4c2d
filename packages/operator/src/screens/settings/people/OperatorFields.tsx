import type { Operator, Role } from "@parlour/protocol";
import { TextField } from "../../../ui/Field.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { RolePicker } from "./RolePicker.tsx";
import { t } from "../text.ts";
import type { Form } from "../kit/form/use-form.ts";

/** Name, email address and role, for an invitation and on an operator's page. */
export interface OperatorFormValues {
  name: string;
  email: string;
  role: Role;
}

export function validateOperator({ name, email }: OperatorFormValues): { name?: string; email?: string } {
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
  const bindTextField = (name: "name" | "email") => ({ ...bindField(form, name), readOnly, autoComplete: "off" });
  return (
    <>
      <TextField {...bindTextField("name")} label={t("person.name")} maxLength={100} />
      <TextField {...bindTextField("email")} label={t("person.email")} type="email" maxLength={254} spellCheck={false} />
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
