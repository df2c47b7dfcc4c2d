import { StartPage } from "../StartPage.tsx";
import { accountScreen } from "../account/screen.tsx";
import { dataScreen } from "../data/screen.tsx";
import { singlePage } from "./kind-pages.tsx";
import { AuditPage } from "../audit/AuditPage.tsx";
import { listFields } from "../kit/setting-field.ts";
import type { PageTable } from "./page-table.ts";

/** Pages of the area Account. */
export const accountPages: PageTable = {
  start: { page: () => <StartPage />, needs: "team" },
  account: singlePage(accountScreen, "team"),
  data: singlePage(dataScreen, "team"),
  audit: {
    page: () => <AuditPage />,
    needs: "team",
    fields: listFields(["audit.filter", "audit.who", "audit.what", "audit.when"]),
  },
};
