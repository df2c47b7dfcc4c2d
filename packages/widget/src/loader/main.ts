import type { WidgetScriptConfig } from "@parlour/protocol/entity/widget/widget-settings";
import { startWidget } from "./start.ts";

/** The server wraps this script and inserts the settings. */
declare const PARLOUR: WidgetScriptConfig;
/** File name of the host script, inserted by the build. */
declare const PARLOUR_HOST: string;

startWidget(PARLOUR, `${PARLOUR.base}/frame/assets/${PARLOUR_HOST}`);
