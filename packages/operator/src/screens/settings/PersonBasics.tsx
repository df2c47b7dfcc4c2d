import type { Operator, Role } from "@parlour/protocol";
import { TextField } from "../../ui/Field.tsx";
import { bind } from "./bound.tsx";
import { RolePick } from "./RolePick.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

/** Name, email address and role, for an invitation and on an operator's page. */
export interface PersonValues {
  name: string;
  email: string;
  role: Role;
}

export function checkPerson({ name, email }: PersonValues): { name?: string; email?: string } {
  return {
    ...(name.trim() === "" && { name: t("inviting.name.missing") }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: t("inviting.email.missing") }),
  };
}

interface BasicsProps {
  form: Pick<Form<PersonValues>, "values" | "set" | "faults">;
  me: Operator;
  readOnly?: boolean;
  roleHint?: string;
}

export function PersonBasics({ form, me, readOnly = false, roleHint }: BasicsProps) {
  const { values, set, faults } = form;
  const text = (name: "name" | "email") => ({ ...bind(form, name), readOnly, autoComplete: "off" });
  return (
    <>
      <TextField {...text("name")} label={t("person.name")} maxLength={100} />
      <TextField {...text("email")} label={t("person.email")} type="email" maxLength={254} spellCheck={false} />
      <RolePick
        me={me}
        value={values.role}
        onChange={(role) => set("role", role)}
        error={faults.role}
        disabled={readOnly}
        {...(roleHint !== undefined && { hint: roleHint })}
      />
    </>
  );
}
