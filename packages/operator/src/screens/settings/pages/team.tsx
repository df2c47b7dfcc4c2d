import { OperatorsPage } from "../people/OperatorsPage.tsx";
import { InviteOperatorPage } from "../people/InviteOperatorPage.tsx";
import { OperatorPage } from "../people/OperatorPage.tsx";
import { DepartmentList } from "../departments/DepartmentList.tsx";
import { DepartmentPage, NewDepartmentPage } from "../departments/DepartmentPage.tsx";
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
  departments: {
    all: () => <DepartmentList />,
    add: () => <NewDepartmentPage />,
    one: (id) => <DepartmentPage key={id} id={id} />,
    needs: "team",
  },
  security: { page: () => <SecurityPage />, needs: "team" },
  oidc: { page: () => <SingleSignOnPage />, needs: "instance" },
};
