import { operatorRoles } from "@parlour/protocol/settings/kinds/people/operator";
import { KindList } from "../kit/kind/KindList.tsx";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { OperatorCount } from "./OperatorCount.tsx";
import { roleScreen } from "./screen.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

/** Renders Settings → Roles: the built-in roles, which nobody can change, and the custom ones. */
export function RoleList() {
  return <KindList screen={roleScreen} above={<BuiltInRoles />} />;
}

function BuiltInRoles() {
  return (
    <div className="cols wide">
      <div className="card">
        <ResourceTable
          resources={operatorRoles.map((role) => ({ id: role }))}
          name={{
            head: t("role.builtin"),
            cell: ({ id }) => shared(`people.role.${id}`),
          }}
          columns={[
            {
              head: t("role.builtin.about"),
              isPlain: true,
              cell: ({ id }) => shared(`people.role.${id}.hint`),
            },
            {
              head: t("role.people.column"),
              className: "num",
              cell: ({ id }) => <OperatorCount assigned={{ role: id, custom_role_id: null }} />,
            },
          ]}
        />
      </div>
    </div>
  );
}
