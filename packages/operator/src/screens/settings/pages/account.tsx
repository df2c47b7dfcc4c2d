import { StartPage } from "../StartPage.tsx";
import { accountScreen } from "../account/screen.tsx";
import { linkScreen } from "../account/link-screen.tsx";
import { dataScreen } from "../data/screen.tsx";
import { moveInPages } from "../move-in/MoveInPage.tsx";
import { ParallelPage } from "../parallel-run/ParallelPage.tsx";
import { singlePage } from "./kind-pages.tsx";
import { AuditPage } from "../audit/AuditPage.tsx";
import { listFields } from "../kit/setting-field.ts";
import type { PageTable } from "./page-table.ts";

/** Pages of the area Account. */
export const accountPages: PageTable = {
  account: {
    ...singlePage(accountScreen, ["account.manage"]),
    parts: [
      {
        path: "start",
        title: "start.page",
        page: () => <StartPage />,
        needs: ["account.manage"],
        fields: listFields(["start.title"]),
      },
    ],
  },
  data: {
    ...singlePage(dataScreen, ["data.manage"]),
    // Who sets up channels reads which links they allow. The form asks for `account.manage`.
    parts: [
      { path: "links", title: "links.title", ...singlePage(linkScreen, ["channels.manage"]) },
    ],
  },
  "move-in": {
    ...moveInPages,
    fields: listFields(["move.where", "move.earlier"]),
  },
  "parallel-run": {
    page: () => <ParallelPage />,
    needs: ["data.manage"],
    fields: listFields(["parallel.address", "parallel.list"]),
  },
  audit: {
    page: () => <AuditPage />,
    needs: ["audit.read"],
    fields: listFields(["audit.filter", "audit.who", "audit.what", "audit.when"]),
  },
};
