import { accountPages } from "./account.tsx";
import { answerPages } from "./answers.tsx";
import { channelPages } from "./channels.tsx";
import { conversationPages } from "./conversations.tsx";
import { integrationPages } from "./integrations.tsx";
import type { PageTable } from "./page-table.ts";
import { systemPages } from "./system.tsx";
import { teamPages } from "./team.tsx";

/** All pages of the settings. */
export const settingsPages: PageTable = {
  ...channelPages,
  ...conversationPages,
  ...answerPages,
  ...teamPages,
  ...integrationPages,
  ...accountPages,
  ...systemPages,
};
