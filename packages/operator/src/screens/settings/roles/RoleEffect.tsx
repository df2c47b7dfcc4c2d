import type { Role } from "@parlour/protocol";
import type { CustomRole } from "@parlour/protocol/api";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { Avatar } from "../../../ui/badges.tsx";
import { Icon, type IconType } from "../../../ui/Icon.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import type { FormValues } from "../kit/kind/form-values.ts";
import { useOperators } from "../../../state/api/queries.ts";
import type { AddablePermission } from "./permission-groups.ts";
import { listPermissions } from "./role-permissions.ts";
import { t } from "./text.ts";

/** Shows who has a role, and what the unsaved changes allow them and no longer allow. */
export function RoleEffect({ role, form }: { role: CustomRole; form: Form<FormValues> }) {
  const { data = [] } = useOperators();
  const operators = data.filter((operator) => operator.custom_role_id === role.id);
  const before = listPermissionsOf(form.saved);
  const after = listPermissionsOf(form.values);
  return (
    <SideCard id="s-role-people" title={t("role.people", { n: operators.length })}>
      {operators.length > 0 && (
        <ul className="t13 rolelist">
          {operators.map(({ id, name, photo }) => (
            <li key={id} className="line">
              <Avatar name={name} photo={photo ?? ""} size={20} />
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <PermissionList
        title={t("role.added")}
        icon={IconPlus}
        permissions={after.filter((permission) => !before.includes(permission))}
      />
      <PermissionList
        title={t("role.removed")}
        icon={IconMinus}
        permissions={before.filter((permission) => !after.includes(permission))}
      />
    </SideCard>
  );
}

const listPermissionsOf = (values: FormValues): readonly AddablePermission[] =>
  listPermissions({
    base: values["base"] as Role,
    permissions: values["permissions"] as readonly string[],
  });

function PermissionList({
  title,
  icon,
  permissions,
}: {
  title: string;
  icon: IconType;
  permissions: readonly AddablePermission[];
}) {
  if (permissions.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="t13">{title}</h3>
      <ul className="t13 soft rolelist">
        {permissions.map((permission) => (
          <li key={permission} className="line">
            <Icon of={icon} small />
            {t(`role.may.${permission}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
