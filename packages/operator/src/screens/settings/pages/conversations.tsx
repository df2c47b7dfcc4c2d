import { routingScreen } from "../routing/screen.tsx";
import { ReplyList } from "../replies/ReplyList.tsx";
import { replyScreen } from "../replies/screen.tsx";
import { fieldScreen } from "../fields/screen.tsx";
import { macroScreen } from "../macros/screen.tsx";
import { segmentScreen } from "../segments/screen.tsx";
import { viewScreen } from "../views/screen.tsx";
import { ruleScreen } from "../rules/screen.tsx";
import { slaScreen } from "../sla/screen.tsx";
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
  routing: singlePage(routingScreen, "team"),
  replies: kindPages(replyScreen, undefined, () => <ReplyList />),
  fields: kindPages(fieldScreen, "team"),
  views: kindPages(viewScreen),
  segments: kindPages(segmentScreen),
  macros: kindPages(macroScreen),
  tags: kindPages(tagScreen, "team"),
  rules: kindPages(ruleScreen, "team"),
  "sla-policies": kindPages(slaScreen, "team"),
  triggers: kindPages(triggerScreen, undefined, () => <TriggerList />),
  hours: singlePage(hoursScreen, "team"),
  blocklist: {
    page: () => <BlockListPage />,
    needs: "team",
    fields: listFormSettings(blockListScreen),
  },
};
