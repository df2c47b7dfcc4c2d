import { OperatorsPage } from "../people/OperatorsPage.tsx";
import { InviteOperatorPage } from "../people/InviteOperatorPage.tsx";
import { OperatorPage } from "../people/OperatorPage.tsx";
import { departmentScreen } from "../departments/screen.tsx";
import { RoleList } from "../roles/RoleList.tsx";
import { roleScreen } from "../roles/screen.tsx";
import { statusScreen } from "../statuses/screen.tsx";
import { providerParts } from "./provider-parts.tsx";
import { securityScreen } from "../security/screen.tsx";
import { operatorScreen } from "../people/screen.tsx";
import { listKindSettings } from "../kit/kind/search-fields.ts";
import { listFields } from "../kit/setting-field.ts";
import { kindPages, singlePage } from "./kind-pages.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages of the area Team. */
export const teamPages: PageTable = {
  people: {
    all: () => <OperatorsPage />,
    add: () => <InviteOperatorPage />,
    one: (id) => <OperatorPage key={id} id={id} />,
    needs: ["operators.manage"],
    fields: [
      ...listFields(["people.filter", "people.role", "people.filter.member", "people.presence"]),
      ...listKindSettings(operatorScreen),
      { label: "inviting.link", at: "new" },
    ],
  },
  departments: kindPages(departmentScreen, ["departments.manage"]),
  roles: kindPages(roleScreen, ["operators.manage"], () => <RoleList />),
  statuses: kindPages(statusScreen, ["account.manage"]),
  security: {
    ...singlePage(securityScreen, ["account.manage", "operators.manage"]),
    parts: providerParts,
  },
};
