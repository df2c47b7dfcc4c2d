import type { Role } from "@parlour/protocol";
import { rolePermissions } from "@parlour/protocol/permissions";
import type { Field } from "@parlour/protocol/settings/field";
import { role } from "@parlour/protocol/settings/kinds/people/role";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { CheckboxGroup, GroupError } from "../kit/form/CheckboxGroup.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { selectChoices } from "../kit/kind/form-values.ts";
import { permissionGroupNames, permissionGroups } from "./permission-groups.ts";
import "./roles.css";
import { t } from "./text.ts";

/**
 * Renders the permissions in groups. Those of the base are ticked. They cannot be changed, nor can
 * those that the signed-in operator lacks.
 */
export function PermissionsControl({ form, name, readOnly }: ControlProps<Field>) {
  const me = useCurrentOperator();
  const added = form.values[name] as readonly string[];
  const error = form.errors[name];
  const ofBase = rolePermissions[form.values["base"] as Role];
  return (
    <div className="permissions" data-field={name} tabIndex={-1}>
      {permissionGroupNames.map((group) => {
        const permissions = permissionGroups[group];
        const chosen = permissions.filter(
          (permission) => ofBase.has(permission) || added.includes(permission),
        );
        // What the base has is not an addition, unless it was one of an earlier base.
        const select = (selected: readonly string[]) =>
          selectChoices(role.fields.permissions, {
            chosen: added,
            group: permissions,
            selected: selected.filter(
              (permission) => !ofBase.has(permission as never) || added.includes(permission),
            ),
          });
        return (
          <CheckboxGroup
            key={group}
            title={
              <>
                {t(`role.group.${group}`)}{" "}
                <span className="faint">
                  {t("role.count", { n: chosen.length, all: permissions.length })}
                </span>
              </>
            }
            name={name}
            choices={permissions.map((permission) => ({
              value: permission,
              label: t(`role.may.${permission}`),
              isFixed: ofBase.has(permission) || !can(me, permission),
            }))}
            chosen={chosen}
            onChange={(selected) => form.set(name, select(selected))}
            readOnly={readOnly}
          />
        );
      })}
      {error !== undefined && <GroupError>{error}</GroupError>}
    </div>
  );
}
