import type { WidgetFace } from "@parlour/protocol/widget-settings";
import { startWidget } from "./start.ts";

/** The server wraps this script and inserts the settings. */
declare const PARLOUR: WidgetFace;
/** File name of the host script, inserted by the build. */
declare const PARLOUR_HOST: string;

startWidget(PARLOUR, `${PARLOUR.base}/frame/assets/${PARLOUR_HOST}`);
