import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import { startWidget } from "./start.ts";

/** The widget's settings. The server inserts them around this script. */
declare const PARLOUR: WidgetScriptConfig;
/** File name of the host script, inserted by the build. */
declare const PARLOUR_HOST: string;

startWidget(PARLOUR, `${PARLOUR.base}/frame/assets/${PARLOUR_HOST}`);
