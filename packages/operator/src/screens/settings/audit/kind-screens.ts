import { agentScreen } from "../agents/screen.tsx";
import { apiKeyScreen } from "../api-keys/screen.tsx";
import { blockListScreen } from "../blocklist/screen.tsx";
import { providerScreen } from "../bots/provider-screen.tsx";
import type { KindScreen } from "../kit/kind/kind-screen.ts";
import { channelScreen } from "../channels/screen.tsx";
import { articleSectionScreen } from "../help/section-screen.tsx";
import { fieldScreen } from "../fields/screen.tsx";
import { replyScreen } from "../replies/screen.tsx";
import { oidcScreen } from "../security/oidc-screen.tsx";
import { samlScreen } from "../security/saml-screen.tsx";
import { ruleScreen, scheduledReportScreen, slaScreen } from "../automation-screens.ts";
import { tagScreen } from "../tags/screen.ts";
import { triggerScreen } from "../triggers/screen.tsx";
import { macroScreen } from "../macros/screen.tsx";
import { segmentScreen } from "../segments/screen.tsx";
import { viewScreen } from "../views/screen.tsx";
import { teamScreens } from "./team-screens.ts";
import { webhookScreen } from "../webhooks/screen.tsx";
import { widgetScreen } from "../widgets/screen.tsx";

/** The pages of all kinds that are declared as data, for the labels of their fields. */
export const kindScreens: readonly KindScreen<never>[] = [
  agentScreen,
  apiKeyScreen,
  articleSectionScreen,
  blockListScreen,
  channelScreen,
  fieldScreen,
  macroScreen,
  oidcScreen,
  samlScreen,
  providerScreen,
  replyScreen,
  ruleScreen,
  scheduledReportScreen,
  slaScreen,
  tagScreen,
  ...teamScreens,
  triggerScreen,
  segmentScreen,
  viewScreen,
  webhookScreen,
  widgetScreen,
];
