import type { Operator, Role } from "@parlour/protocol";
import { Select } from "../../../ui/Field.tsx";
import { t } from "../text.ts";

const roles: readonly Role[] = ["owner", "admin", "developer", "operator", "viewer"];

/**
 * Selects a role among those that the signed-in operator may assign, and describes the selected
 * one. Only owners may assign the owner role.
 */
export function RolePicker({
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
  const offered = roles.filter((role) => role !== "owner" || me.role === "owner" || value === "owner");
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
