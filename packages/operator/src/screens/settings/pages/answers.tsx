import { agentScreen } from "../agents/screen.tsx";
import { modelScreen } from "../model/screen.tsx";
import { proofPages } from "../proof/pages.tsx";
import { kindPages, singlePage } from "./kind-pages.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages of the area Answers. */
export const answerPages: PageTable = {
  model: singlePage(modelScreen, ["account.manage"]),
  agents: kindPages(agentScreen, ["bots.read", "bots.manage"]),
  proof: proofPages,
};
