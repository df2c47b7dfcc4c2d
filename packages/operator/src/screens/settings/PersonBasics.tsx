import type { Operator, Role } from "@parlour/protocol";
import { TextField } from "../../ui/Field.tsx";
import { RolePick } from "./RolePick.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

/** Name, e-mail and role: what an invitation asks for and a person's page shows. */
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

export function PersonBasics({
  form,
  me,
  readOnly = false,
  roleHint,
}: {
  form: Pick<Form<PersonValues>, "values" | "set" | "faults">;
  me: Operator;
  readOnly?: boolean;
  roleHint?: string;
}) {
  const { values, set, faults } = form;
  return (
    <>
      <TextField
        label={t("person.name")}
        name="name"
        value={values.name}
        onChange={(event) => set("name", event.target.value)}
        error={faults.name}
        maxLength={100}
        autoComplete="off"
        readOnly={readOnly}
      />
      <TextField
        label={t("person.email")}
        name="email"
        type="email"
        value={values.email}
        onChange={(event) => set("email", event.target.value)}
        error={faults.email}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
      />
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
