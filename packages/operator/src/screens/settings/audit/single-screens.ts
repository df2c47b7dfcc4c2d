import { linkScreen } from "../account/link-screen.tsx";
import { accountScreen } from "../account/screen.tsx";
import { callsScreen } from "../calls/screen.tsx";
import { dataScreen } from "../data/screen.tsx";
import { installationScreen } from "../account/installation-screen.tsx";
import { mailScreen } from "../mail/screen.tsx";
import { modelScreen } from "../model/screen.tsx";
import { helpCenterScreen } from "../help/help-center-screen.tsx";
import { hoursScreen } from "../hours/screen.tsx";
import type { SingleScreen } from "../kit/kind/single-screen.ts";
import { routingScreen } from "../routing/screen.tsx";
import { securityScreen } from "../security/screen.tsx";

/** The pages of all settings that exist once and are declared as data. */
export const singleScreens: readonly SingleScreen<never>[] = [
  accountScreen,
  callsScreen,
  dataScreen,
  helpCenterScreen,
  hoursScreen,
  installationScreen,
  linkScreen,
  mailScreen,
  modelScreen,
  routingScreen,
  securityScreen,
];
