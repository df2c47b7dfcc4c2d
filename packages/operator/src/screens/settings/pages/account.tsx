import { StartPage } from "../StartPage.tsx";
import { AccountPage } from "../account/AccountPage.tsx";
import { DataPage } from "../data/DataPage.tsx";
import { AuditPage } from "../audit/AuditPage.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages of the area Account. */
export const accountPages: PageTable = {
  start: { page: () => <StartPage />, needs: "team" },
  account: { page: () => <AccountPage />, needs: "team" },
  data: { page: () => <DataPage />, needs: "team" },
  audit: { page: () => <AuditPage />, needs: "team" },
};
