import type { CustomRole } from "@parlour/protocol/api";
import { role } from "@parlour/protocol/settings/kinds/people/role";
import { IconShieldCheck } from "@tabler/icons-react";
import { findText } from "../../../text/index.ts";
import { defaultControls } from "../kit/kind/controls.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { OperatorCount } from "./OperatorCount.tsx";
import { PermissionsControl } from "./PermissionsControl.tsx";
import { isAbove } from "./role-permissions.ts";
import { RoleEffect } from "./RoleEffect.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

/** Settings → Roles (ROLE-011). */
export const roleScreen = kindScreen<CustomRole>()({
  kind: role,
  prefix: "role",
  t,
  icon: IconShieldCheck,
  sections: [{ fields: [["name", "base"]] }, { id: "may", fields: ["permissions"] }],
  controls: {
    base: (props) => (
      <defaultControls.choice
        {...props}
        field={role.fields.base}
        describe={(value) => findText(`people.role.${value}`) ?? undefined}
      />
    ),
    permissions: PermissionsControl,
  },
  readOnly: (stored, me) => (isAbove(stored, me) ? t("role.above") : null),
  columns: () => [
    { head: t("role.base"), cell: ({ base }) => shared(`people.role.${base}`) },
    {
      head: t("role.permissions"),
      className: "num",
      cell: ({ permissions }) => permissions.length,
    },
    {
      head: t("role.people.column"),
      className: "num",
      cell: ({ id, base }) => <OperatorCount assigned={{ role: base, custom_role_id: id }} />,
    },
  ],
  side: (stored, form) => <RoleEffect role={stored} form={form} />,
});
