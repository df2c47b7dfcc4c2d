import { OperatorsPage } from "../people/OperatorsPage.tsx";
import { InviteOperatorPage } from "../people/InviteOperatorPage.tsx";
import { OperatorPage } from "../people/OperatorPage.tsx";
import { departmentScreen } from "../departments/screen.tsx";
import { kindPages } from "./kind-pages.tsx";
import { SecurityPage } from "../security/SecurityPage.tsx";
import { SingleSignOnPage } from "../security/SingleSignOnPage.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages of the area Team. */
export const teamPages: PageTable = {
  people: {
    all: () => <OperatorsPage />,
    add: () => <InviteOperatorPage />,
    one: (id) => <OperatorPage key={id} id={id} />,
    needs: "team",
  },
  departments: kindPages(departmentScreen, "team"),
  security: { page: () => <SecurityPage />, needs: "team" },
  oidc: { page: () => <SingleSignOnPage />, needs: "instance" },
};
