import { StartPage } from "../StartPage.tsx";
import { accountScreen } from "../account/screen.tsx";
import { linkScreen } from "../account/link-screen.tsx";
import { dataScreen } from "../data/screen.tsx";
import { singlePage } from "./kind-pages.tsx";
import { AuditPage } from "../audit/AuditPage.tsx";
import { listFields } from "../kit/setting-field.ts";
import type { PageTable } from "./page-table.ts";

/** Pages of the area Account. */
export const accountPages: PageTable = {
  account: {
    ...singlePage(accountScreen, "team"),
    parts: [
      {
        path: "start",
        title: "start.page",
        page: () => <StartPage />,
        needs: "team",
        fields: listFields(["start.title"]),
      },
    ],
  },
  data: {
    ...singlePage(dataScreen, "team"),
    parts: [{ path: "links", title: "links.title", ...singlePage(linkScreen) }],
  },
  audit: {
    page: () => <AuditPage />,
    needs: "team",
    fields: listFields(["audit.filter", "audit.who", "audit.what", "audit.when"]),
  },
};
