import { kindPages, singlePage } from "./kind-pages.tsx";
import type { PageTable } from "./page-table.ts";
import { helpCenterScreen } from "../help/help-center-screen.tsx";
import { articleSectionScreen } from "../help/section-screen.tsx";

/** Pages of the help centre, in the area Channels. */
export const helpPages: PageTable = {
  "help-center": singlePage(helpCenterScreen, ["account.manage"]),
  "article-sections": kindPages(articleSectionScreen, ["articles.manage"]),
};
