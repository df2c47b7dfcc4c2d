import { routingScreen } from "../routing/screen.tsx";
import { broadcastPages } from "../broadcasts/pages.tsx";
import { ReplyList } from "../replies/ReplyList.tsx";
import { replyScreen } from "../replies/screen.tsx";
import { fieldScreen } from "../fields/screen.tsx";
import { macroScreen } from "../macros/screen.tsx";
import { segmentScreen } from "../segments/screen.tsx";
import { viewScreen } from "../views/screen.tsx";
import { ruleScreen, scheduledReportScreen, slaScreen } from "../automation-screens.ts";
import { tagScreen } from "../tags/screen.ts";
import { TriggerList } from "../triggers/TriggerList.tsx";
import { triggerScreen } from "../triggers/screen.tsx";
import { hoursScreen } from "../hours/screen.tsx";
import { blockListScreen } from "../blocklist/screen.tsx";
import { listFormSettings } from "../kit/kind/search-fields.ts";
import { kindPages, singlePage } from "./kind-pages.tsx";
import { BlockListPage } from "../blocklist/BlockListPage.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages of the areas Inbox and Automation. */
export const conversationPages: PageTable = {
  routing: singlePage(routingScreen, ["account.manage"]),
  replies: kindPages(replyScreen, [], () => <ReplyList />),
  fields: kindPages(fieldScreen, ["account.manage"]),
  views: kindPages(viewScreen, ["views.manage"]),
  segments: kindPages(segmentScreen, ["views.manage"]),
  broadcasts: broadcastPages,
  macros: kindPages(macroScreen, ["macros.manage"]),
  tags: kindPages(tagScreen, ["account.manage"]),
  rules: kindPages(ruleScreen, ["account.manage"]),
  "sla-policies": kindPages(slaScreen, ["account.manage"]),
  "scheduled-reports": kindPages(scheduledReportScreen, ["account.manage"]),
  triggers: kindPages(triggerScreen, ["triggers.read", "triggers.manage"], () => <TriggerList />),
  hours: singlePage(hoursScreen, ["account.manage"]),
  blocklist: {
    page: () => <BlockListPage />,
    needs: ["blacklist.read", "blacklist.manage"],
    fields: listFormSettings(blockListScreen),
  },
};
